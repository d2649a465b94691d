"""A class that votes: questions of a presented page on the phones of the students, without accounts or names.

Reading order: question, votes, broadcast, phones, teacher, mistakes, address.
"""
