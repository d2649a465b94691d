"""Hugging Face's `generate` over a model of ours: the same weights, their search."""

from functools import cache

import torch
from torch import Tensor
from transformers import GenerationMixin, PretrainedConfig, PreTrainedModel
from transformers.modeling_outputs import CausalLMOutputWithPast
from transformers.utils import logging

from transformer.decoding import NextToken, start_decoding
from transformer.decoding.prompt import NEVER
from transformer.vocabulary import END, PAD, START

logging.set_verbosity_error()


class Wrapped(PreTrainedModel, GenerationMixin):
    """Gives `generate` the logits of `model(source, tokens)`, read anew at each step; with `use_cache`
    those of its `NextToken`, which remembers."""

    config_class = PretrainedConfig
    main_input_name = "input_ids"

    def __init__(self, model):
        super().__init__(PretrainedConfig(num_hidden_layers=1))
        self.model = model

    def prepare_inputs_for_generation(self, input_ids, source=None, past_key_values=None, **_):
        return {"input_ids": input_ids, "source": source, "past_key_values": past_key_values}

    def forward(self, input_ids=None, source=None, past_key_values=None, **_):
        if past_key_values is None:
            return CausalLMOutputWithPast(logits=self.model(source, input_ids)[:, -1:])
        if not isinstance(past_key_values, Remembering):  # what Hugging Face begins with
            past_key_values = Remembering(start_decoding(self.model, source))
            logits = past_key_values.state.log_probabilities(input_ids)
        else:
            logits = past_key_values.state.log_probabilities(input_ids[:, -1:])
        return CausalLMOutputWithPast(logits=logits[:, None], past_key_values=past_key_values)


class Remembering:
    """A `NextToken` in the place of Hugging Face's cache."""

    def __init__(self, state: NextToken):
        self.state, self.reorder_cache = state, state.select


wrapped = cache(Wrapped)


def generate(model, source: Tensor, prompt: Tensor | None = None, **options):
    """What `generate` finds: a list of tokens for each sequence, up to END, without START and the prompt;
    and their scores. Nothing of its defaults that could change a score takes part."""
    start = torch.full((len(source), 1), START)
    begun = start if prompt is None else torch.cat((start, prompt), dim=1)
    special = {"pad_token_id": PAD, "eos_token_id": END, "bos_token_id": START}
    flags = {"use_cache": False, "output_scores": True, "suppress_tokens": list(NEVER), **options}
    output = wrapped(model).generate(
        input_ids=begun, source=source, return_dict_in_generate=True, **special, **flags
    )
    rows = output.sequences[:, begun.shape[1] :].tolist()
    tokens = [row[: row.index(END) + 1] if END in row else row for row in rows]
    return tokens, getattr(output, "sequences_scores", None)
