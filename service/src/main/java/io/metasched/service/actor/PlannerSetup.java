package io.metasched.service.actor;

import io.metasched.metascheduler.config.MetaschedulerSettings;
import io.metasched.resource.config.DomainSettings;
import io.metasched.service.plan.CycleSettings;
import io.metasched.service.plan.Fleet;
import io.metasched.service.store.BookKeeper;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Clock;
import java.time.Duration;

/**
 * Environment and settings of a planner.
 *
 * @param fleet all nodes
 * @param settings settings of the cycles
 * @param prepareLead time before the start of a job at which its preparation begins, and after
 *     which the job does not move
 * @param clock wall clock
 * @param watcher listener for the planner's progress
 * @param domains bounds of the domains
 * @param metascheduler bounds of the metascheduler
 */
@RecordBuilder
public record PlannerSetup(
    BookKeeper keeper,
    Fleet fleet,
    CycleSettings settings,
    Duration prepareLead,
    Clock clock,
    PlannerListener watcher,
    DomainSettings domains,
    MetaschedulerSettings metascheduler)
    implements PlannerSetupBuilder.With {
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
