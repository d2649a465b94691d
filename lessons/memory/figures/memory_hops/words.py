"""All text of the figure of memory hops. Text between ** and ** is bold."""

TITLE = "“{question}”, hop by hop"
HOPS, HOP = "hop", "hop {hop}"
TOLD = {
    False: "The question becomes a vector, u = B q. Each fact has two vectors: m is used to **find** it, and c is what "
    "the hop **reads** from it. The weights are p = softmax(u · m).",
    True: "This hop repeats the same steps with a new query: **u now contains the result of the previous hop.** "
    "The matrices differ: vector c of the previous hop is vector m of this hop.",
}
ASKS = {
    False: "u, the **query of hop {now}**: the question",
    True: "u, the **query of hop {now}**: u + o of hop {hop}",
}
FACT, MATCH, WEIGHT = "fact", "match u · m", "weight p"
FOUND = "o, the **output of the hop**: the sum of p · c over all facts"
NEXT = {
    False: "u + o, the query of the next hop",
    True: "u + o of the last hop; the answer is softmax(W (u + o))",
}
STOPPED = "**Answer if the model stopped here:** {answer}"
ANSWERS = "**Answer:** {answer}"
ORIGIN = "One forward pass of {model}. Each strip is a vector; orange means negative."
