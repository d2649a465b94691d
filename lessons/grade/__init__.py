"""Grade the homework of a class: `python -m lessons.grade FOLDER_OR_ZIP`.

`files` reads what was downloaded, `submissions` recognises whose it is, `matching` finds the exercise, `notebooks`
takes the code out of a notebook, `grading` runs each submission in a process (`runner`, `start`, `child`, `verdict`), and `report`,
`class_page` and `gradescope` write the results.
"""
