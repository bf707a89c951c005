"""The environments pass the tests of the libraries they are for, in every game."""
import warnings
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test

from cartulary import Client, Refused
from cartulary.calls import Call
from cartulary.gym import HouseBotsEnv, ParallelTableEnv, TableEnv
from cartulary.gym.direct import DirectClient


def test_the_aec_environment_passes_the_api_test(url: str, game: str) -> None:
    api_test(TableEnv(url, game), num_cycles=40)


def test_the_same_seed_plays_alike(url: str, game: str) -> None:
    seed_test(lambda: TableEnv(url, game), num_cycles=30)


def test_the_parallel_environment_passes_the_api_test(url: str, game: str) -> None:
    parallel_api_test(ParallelTableEnv(url, game), num_cycles=1000)


def test_the_environment_against_house_bots_is_one_of_gymnasium(url: str, game: str) -> None:
    env = HouseBotsEnv(url, game, ["random"])
    observed, _ = env.reset(seed=7)
    assert env.observation_space.contains(observed)
    points, over = 0.0, False
    while not over:
        observed, reward, over, _, _ = env.step(int(env.action_space.sample(env.action_masks())))
        assert env.observation_space.contains(observed)
        points += reward
    assert points == env.table.results()["standings"][0]["total"]
    env.close()


@pytest.mark.parametrize("reward", ["points", "rank"])
def test_rewards_add_up_to_the_points_or_to_the_rank(url: str, game: str, reward: str) -> None:
    env = TableEnv(url, game, 3, reward=reward)
    env.reset(seed=5)
    sums = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observed, got, over, _, _ = env.last()
        sums[agent] += got
        env.step(None if over else env.action_space(agent).sample(observed["action_mask"]))
    standings = env.table.results()["standings"]
    expected = [it["total"] if reward == "points" else 2 - it["rank"] for it in standings]
    assert list(sums.values()) == expected
    env.close()


def test_without_action_ids_numbers_are_played(url: str) -> None:
    options = {"snail_extras": ["gold", "camp", "unicorns", "yeti", "panda", "explorers"]}
    env = TableEnv(url, "big_monster", 4, options=options)
    assert not env.actions.has_ids
    api_test(env, num_cycles=10)


def test_an_illegal_action_is_refused_and_another_can_follow(url: str, game: str) -> None:
    env = TableEnv(url, game)
    env.reset(seed=3)
    agent, mask = env.agent_selection, env.last()[0]["action_mask"]
    illegal = int(np.flatnonzero(mask == 0)[0])
    with pytest.raises(Refused):
        env.step(illegal)
    legal = int(np.flatnonzero(mask)[0])
    assert legal in env.commands(agent)
    env.step(legal)
    env.close()


def test_a_step_is_one_request(url: str, game: str) -> None:
    table = TableEnv(url, game)
    table.reset(seed=2)
    sent = sent_from_now_on(table.client)
    for _ in range(12):
        mask = table.last()[0]["action_mask"]
        table.step(table.action_space(table.agent_selection).sample(mask))
    assert len(sent) == 12
    table.close()


def test_a_step_against_house_bots_is_one_request(url: str, game: str) -> None:
    env = HouseBotsEnv(url, game, ["random"])
    env.reset(seed=2)
    sent = sent_from_now_on(env.client)
    for _ in range(12):
        env.step(int(env.action_space.sample(env.action_masks())))
    assert len(sent) == 12
    env.close()


def sent_from_now_on(client: Client) -> list[Call]:
    """The requests that a client sends, as they are sent."""
    assert isinstance(client, DirectClient)
    sent: list[Call] = []
    send = client.send

    def noted(call: Call) -> Any:
        sent.append(call)
        return send(call)

    client.send = noted  # type: ignore[method-assign]
    return sent
