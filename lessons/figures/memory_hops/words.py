"""Every word that people read in the picture of the hops. Between ** and **: bold."""

TITLE = "“{question}”, hop by hop"
HOPS, HOP = "hop", "hop {hop}"
TOLD = {
    False: "The question becomes a vector, u = B q. Each fact is there twice: m is what it is **found** by, c is what is "
    "**read** of it. Weights: p = softmax(u · m).",
    True: "The same again, with another question: **u now holds what the hop before has found.** And other matrices: what "
    "was read of a fact there is what it is found by here.",
}
ASKS = {
    False: "u, which **hop {now} asks with**: the question",
    True: "u, which **hop {now} asks with**: u + o of hop {hop}",
}
FACT, MATCH, WEIGHT = "fact", "match u · m", "weight p"
FOUND = "o, **what is found**: the sum of p · c over all facts"
NEXT = {
    False: "u + o, what the next hop asks with",
    True: "u + o, the last one; the answer is softmax(W (u + o))",
}
STOPPED = "**If it stopped here**, it would say: {answer}"
ANSWERS = "**Its answer:** {answer}"
ORIGIN = "One pass of the model {model}. Each strip is one vector; orange is below 0."
