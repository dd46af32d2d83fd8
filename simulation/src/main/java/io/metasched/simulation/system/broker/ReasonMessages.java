package io.metasched.simulation.system.broker;

import io.metasched.resource.broker.TaskRefusal;

/** Texts for the refusal reasons of agents and brokers, as parts of sentences. */
final class ReasonMessages {
  private ReasonMessages() {}

  static String of(TaskRefusal reason) {
    return switch (reason) {
      case NO_AGENT -> "no agent has answered";
      case NO_NODE -> "no node has the CPU power and the memory it asks for";
      case INTERVAL -> "its time has begun";
      case LOAD -> "the load of each node would be too high at some instant";
      case TASKS -> "each node would have too many tasks at some instant";
      case DUPLICATE -> "the agent has a task of this id";
      case UNKNOWN_OFFER -> "there is no such offer, hold or reservation";
      case EXPIRED -> "the offer or the hold has lapsed";
      case NOT_ALLOWED -> "the access list does not name the user";
    };
  }
}
