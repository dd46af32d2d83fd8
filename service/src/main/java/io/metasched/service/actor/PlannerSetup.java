package io.metasched.service.actor;

import io.metasched.metascheduler.config.MetaschedulerSettings;
import io.metasched.resource.config.DomainSettings;
import io.metasched.service.plan.CycleSettings;
import io.metasched.service.plan.Fleet;
import io.metasched.service.store.BookKeeper;
import java.time.Clock;
import java.time.Duration;

/**
 * What a planner works with.
 *
 * @param fleet all nodes
 * @param settings how cycles are made
 * @param prepareLead how long before its start a job is prepared, and moves no more
 * @param clock of the wall
 * @param watcher is told how it does
 * @param domains bounds of the domains
 * @param metascheduler bounds of the metascheduler
 */
public record PlannerSetup(
    BookKeeper keeper,
    Fleet fleet,
    CycleSettings settings,
    Duration prepareLead,
    Clock clock,
    PlannerListener watcher,
    DomainSettings domains,
    MetaschedulerSettings metascheduler) {
  /** Creates a setup with the bounds of this JVM's configuration. */
  public PlannerSetup(
      BookKeeper keeper,
      Fleet fleet,
      CycleSettings settings,
      Duration prepareLead,
      Clock clock,
      PlannerListener watcher) {
    this(
        keeper,
        fleet,
        settings,
        prepareLead,
        clock,
        watcher,
        DomainSettings.load(),
        MetaschedulerSettings.load());
  }
}
