package io.metasched.metascheduler.broker.live;

import akka.actor.typed.ActorRef;
import io.metasched.resource.broker.actor.Agent;

/**
 * Agent that a broker uses or has used.
 *
 * @param number number, unique among the agents of the broker
 * @param place {@code HOST:PORT} of its JVM
 * @param ref actor of the agent
 */
public record LiveAgent(int number, String place, ActorRef<Agent.Command> ref) {}
