"""Lines of the engine: complete, flushed, and dropped when nobody reads."""

import io
import threading

from merels.uci.server.output import Output


class Slow(io.StringIO):
    """A stream that lets other threads in after every write."""

    def write(self, text):
        for letter in text:
            super().write(letter)
        return len(text)


def test_lines_of_several_threads_stay_whole():
    stream = Slow()
    output = Output(stream)
    texts = ["a" * 50, "b" * 50, "c" * 50]
    threads = [
        threading.Thread(target=lambda text=text: [output.say(text, text) for _ in range(50)])
        for text in texts
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    lines = stream.getvalue().splitlines()
    assert len(lines) == 300
    assert lines[::2] == lines[1::2], "lines of one call stay together"
    assert set(lines) == set(texts)


def test_a_note_is_one_line():
    stream = io.StringIO()
    Output(stream).note("two\n  lines")
    assert stream.getvalue() == "info string two lines\n"


class Gone(io.StringIO):
    def flush(self):
        raise BrokenPipeError


def test_nothing_is_written_after_the_reader_has_gone():
    stream = Gone()
    output = Output(stream)
    assert not output.closed
    output.say("one")
    assert output.closed
    output.say("two")
    assert stream.getvalue() == "one\n"
