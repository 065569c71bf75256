/**
 * Files in the browser's private file system. Those of a site are in a folder named by the site's address, each under
 * its path. A file that is not whole yet has another ending.
 */
import { DamagedTableError, MissingTableError } from '../../tables/errors'
import type { Reader } from '../../tables/api'

const UNFINISHED = '.part'

export class DeviceFiles implements Reader {
  /** What the folder has, as opened: a file is never changed once it is whole. */
  private readonly opened = new Map<string, File>()

  /** Without a folder, as where the browser has no such file system, nothing is kept. */
  private constructor(private readonly folder: FileSystemDirectoryHandle | null) {}

  /** The files of the site at an address. */
  static async open({ pathname }: URL): Promise<DeviceFiles> {
    try {
      const top = await navigator.storage.getDirectory()
      return new DeviceFiles(await top.getDirectoryHandle(`merels${encodeURIComponent(pathname)}`, { create: true }))
    } catch {
      return new DeviceFiles(null)
    }
  }

  async read(path: string, start?: number, end?: number): Promise<Uint8Array> {
    const file = await this.find(path)
    if (!file) throw new MissingTableError(`${path} is not on this device`)
    const bytes = new Uint8Array(await file.slice(start ?? 0, end ?? file.size).arrayBuffer())
    const wanted = (end ?? file.size) - (start ?? 0)
    if (bytes.length !== wanted) throw new DamagedTableError(`${path} on this device is cut off: remove it and keep it again`)
    return bytes
  }

  /** A whole file; null if it is not here. */
  async find(path: string): Promise<File | null> {
    const known = this.opened.get(path)
    if (known) return known
    const handle = await this.folder?.getFileHandle(nameOf(path)).catch(() => null)
    if (!handle) return null
    const file = await handle.getFile()
    this.opened.set(path, file)
    return file
  }

  /** How many bytes of a file are here, whole or not. */
  async sizeOf(path: string): Promise<number> {
    const whole = await this.find(path)
    if (whole) return whole.size
    const part = await this.folder?.getFileHandle(nameOf(path) + UNFINISHED).catch(() => null)
    return part ? (await part.getFile()).size : 0
  }

  /**
   * Adds to a file that is not whole, and makes it whole once all is there. `fetchFrom` yields the bytes from a place on;
   * `check` says whether a whole file is right: one that is not is deleted.
   */
  async complete(
    path: string,
    fetchFrom: (start: number) => AsyncIterable<Uint8Array<ArrayBuffer>>,
    check: (file: File) => Promise<boolean>,
  ): Promise<void> {
    if (!this.folder) throw new MissingTableError('this browser has no file system of its own for pages')
    const name = nameOf(path)
    const part = await this.folder.getFileHandle(name + UNFINISHED, { create: true })
    const access = await part.createSyncAccessHandle()
    try {
      let place = access.getSize()
      for await (const bytes of fetchFrom(place)) {
        if (access.write(bytes, { at: place }) !== bytes.length) { // Chromium throws nothing
          access.truncate(place)
          throw new DOMException('there is not enough space on this device', 'QuotaExceededError')
        }
        place += bytes.length
      }
      access.flush()
    } finally {
      access.close()
    }
    if (!(await check(await part.getFile()))) {
      await this.folder.removeEntry(name + UNFINISHED)
      throw new DamagedTableError(`${path} did not arrive as it was written: try again`)
    }
    await move(part, this.folder, name)
  }

  /** Writes a small file at once. */
  async write(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    this.opened.delete(path)
    const handle = await this.folder?.getFileHandle(nameOf(path), { create: true })
    const access = await handle?.createSyncAccessHandle()
    access?.truncate(0)
    access?.write(bytes, { at: 0 })
    access?.close()
  }

  /** Deletes those files, whole or not, that `isWanted` does not want. */
  async retain(isWanted: (path: string) => boolean): Promise<void> {
    if (!this.folder) return
    const names: string[] = []
    for await (const name of this.folder.keys()) names.push(name)
    for (const name of names.filter((each) => !isWanted(pathOf(each)))) {
      this.opened.delete(pathOf(name))
      await this.folder.removeEntry(name).catch(() => undefined)
    }
  }
}

/** Where a file of a name belongs; no path has a space. */
function pathOf(name: string): string {
  return name.replace(UNFINISHED, '').replaceAll(' ', '/')
}

/** Names have no slashes. */
function nameOf(path: string): string {
  return path.replaceAll('/', ' ')
}

/** Renames a file; browsers have it, the compiler's library has not. */
async function move(file: FileSystemFileHandle, folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  await (file as unknown as { move(folder: FileSystemDirectoryHandle, name: string): Promise<void> }).move(folder, name)
}
