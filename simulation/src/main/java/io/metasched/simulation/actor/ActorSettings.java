package io.metasched.simulation.actor;

import akka.actor.typed.DispatcherSelector;
import io.metasched.metascheduler.config.MetaschedulerSettings;
import io.metasched.resource.config.DomainSettings;
import io.metasched.simulation.config.DriverSettings;

/**
 * The settings of all actors of a run.
 *
 * @param domain bounds of the domains
 * @param metascheduler bounds of the metaschedulers
 * @param driver how runs are played
 */
public record ActorSettings(
    DomainSettings domain, MetaschedulerSettings metascheduler, DriverSettings driver) {

  /** The settings of this JVM's configuration. */
  public static ActorSettings load() {
    return new ActorSettings(
        DomainSettings.load(), MetaschedulerSettings.load(), DriverSettings.load());
  }

  /**
   * What runs a play with so many owners of nodes, or providers. Small runs are played by one
   * thread: what passes from thread to thread takes longer.
   */
  DispatcherSelector dispatcher(int owners) {
    return owners <= driver.oneThreadUpTo()
        ? DispatcherSelector.fromConfig(DriverSettings.ONE_THREAD_DISPATCHER)
        : DispatcherSelector.defaultDispatcher();
  }
}
