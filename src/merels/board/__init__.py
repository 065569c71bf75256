"""The board: points, neighbours, mills, names and symmetries, and in `index` the table index.

No turns and no rules. Everything is derived from coordinates; the package depends on no other
package.
"""
