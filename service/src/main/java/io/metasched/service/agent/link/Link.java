package io.metasched.service.agent.link;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorRefResolver;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Props;
import io.metasched.service.agent.FactListeners;
import java.time.Clock;
import java.util.List;
import java.util.Map;

/** Where the two sides of the link find each other. */
public final class Link {
  /** The name of the actor systems of services and agents: part of their addresses. */
  public static final String SYSTEM = "metasched";

  /** The most bytes of output in one message. */
  static final int MOST_PIECE = 64 << 10;

  private static final String DESK = "agent-desk";

  private Link() {}

  /** Starts the service's side, under the name by which agents look for it. */
  static ActorRef<DeskCommand> openDesk(
      ActorSystem<?> system,
      FactListeners listeners,
      DeskSettings settings,
      Map<String, List<String>> awaited,
      Clock clock) {
    var desk = AgentDesk.create(listeners, settings, awaited, clock);
    return system.systemActorOf(desk, DESK, Props.empty());
  }

  /** The service's side in another JVM, which may or may not be there. */
  public static ActorRef<DeskCommand> desk(ActorSystem<?> system, String host, int port) {
    return ActorRefResolver.get(system)
        .resolveActorRef("akka://%s@%s:%d/system/%s".formatted(SYSTEM, host, port, DESK));
  }
}
