"""The site of static files: the pages, and the tables in a form that browsers read in parts."""
