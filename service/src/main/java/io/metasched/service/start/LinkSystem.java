package io.metasched.service.start;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import com.typesafe.config.Config;
import io.metasched.metascheduler.deployment.config.PortFailure;
import io.metasched.service.agent.link.Link;
import io.metasched.service.agent.process.AgentException;

/** Actor systems that listen for the other side of the link between services and agents. */
final class LinkSystem {
  private static final String PLACE = "akka.remote.artery.canonical.";

  private LinkSystem() {}

  /**
   * Starts an actor system.
   *
   * @param config configuration from {@link io.metasched.service.agent.link.LinkConfig}
   * @param setting name of the setting for the address, for the message
   * @throws AgentException if the system cannot listen at this address
   */
  static <T> ActorSystem<T> start(Behavior<T> guardian, Config config, String setting) {
    try {
      return ActorSystem.create(guardian, Link.SYSTEM, config);
    } catch (RuntimeException e) {
      var host = config.getString(PLACE + "hostname");
      int port = config.getInt(PLACE + "port");
      throw new AgentException(
          "%s:%d: cannot listen at this address (%s): %s"
              .formatted(host, port, setting, PortFailure.reason(e, host, port)));
    }
  }
}
