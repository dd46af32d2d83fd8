package io.metasched.simulation.driver;

import akka.actor.typed.DispatcherSelector;
import io.metasched.metascheduler.config.MetaschedulerSettings;
import io.metasched.resource.config.DomainSettings;
import io.metasched.simulation.driver.config.DriverSettings;

/**
 * Settings of all actors of a run.
 *
 * @param domain bounds of the domains
 * @param metascheduler bounds of the metaschedulers
 * @param driver settings of the execution of runs by actors
 */
public record ActorSettings(
    DomainSettings domain, MetaschedulerSettings metascheduler, DriverSettings driver) {

  /** Loads the settings of this JVM's configuration. */
  public static ActorSettings load() {
    return new ActorSettings(
        DomainSettings.load(), MetaschedulerSettings.load(), DriverSettings.load());
  }

  /**
   * Returns the number of commands that the clock may have in flight without an actor rejecting
   * one.
   */
  int commandsAtOnce() {
    return metascheduler.commandsAtOnce(domain);
  }

  /**
   * Returns the dispatcher of a run with the given number of owners of nodes, or of providers.
   * Small runs have one thread, because passing messages between threads takes longer.
   */
  public DispatcherSelector dispatcher(int owners) {
    return owners <= driver.oneThreadUpTo()
        ? DispatcherSelector.fromConfig(DriverSettings.ONE_THREAD_DISPATCHER)
        : DispatcherSelector.defaultDispatcher();
  }
}
