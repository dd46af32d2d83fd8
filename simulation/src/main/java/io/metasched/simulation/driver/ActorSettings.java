package io.metasched.simulation.driver;

import akka.actor.typed.DispatcherSelector;
import io.metasched.metascheduler.config.MetaschedulerSettings;
import io.metasched.resource.config.DomainSettings;
import io.metasched.simulation.driver.config.DriverSettings;

/**
 * The settings of all actors of a run.
 *
 * @param domain bounds of the domains
 * @param metascheduler bounds of the metaschedulers
 * @param driver how runs are run by actors
 */
public record ActorSettings(
    DomainSettings domain, MetaschedulerSettings metascheduler, DriverSettings driver) {

  /** The settings of this JVM's configuration. */
  public static ActorSettings load() {
    return new ActorSettings(
        DomainSettings.load(), MetaschedulerSettings.load(), DriverSettings.load());
  }

  /** Commands that the clock has in flight at once, so that no actor rejects one. */
  int commandsAtOnce() {
    return metascheduler.commandsAtOnce(domain);
  }

  /**
   * The dispatcher of a run with so many owners of nodes, or providers. Small runs have one thread:
   * what passes from thread to thread takes longer.
   */
  public DispatcherSelector dispatcher(int owners) {
    return owners <= driver.oneThreadUpTo()
        ? DispatcherSelector.fromConfig(DriverSettings.ONE_THREAD_DISPATCHER)
        : DispatcherSelector.defaultDispatcher();
  }
}
