package io.metasched.metascheduler.broker.live;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.Props;
import akka.actor.typed.receptionist.Receptionist;
import akka.actor.typed.receptionist.ServiceKey;
import io.metasched.resource.actor.journal.Journal;
import io.metasched.resource.broker.AgentNode;
import io.metasched.resource.broker.actor.Agent;
import io.metasched.resource.broker.config.AgentBounds;
import java.util.List;

/** Starter of agents in a JVM. */
public final class AgentMember {
  /** Key by which brokers find agents. */
  static final ServiceKey<Agent.Command> KEY = ServiceKey.create(Agent.Command.class, "agents");

  private AgentMember() {}

  /** Starts an agent with the given nodes, and registers it so that brokers find it. */
  public static void start(ActorSystem<?> system, List<AgentNode> nodes, AgentBounds settings) {
    var behavior = Agent.create(nodes, settings.limits(), settings.cachedReplies(), Journal.NONE);
    var agent = system.systemActorOf(behavior, "agent", Props.empty());
    system.receptionist().tell(Receptionist.register(KEY, agent));
  }
}
