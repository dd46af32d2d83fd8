package io.metasched.service.actor;

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
 */
public record PlannerSetup(
    BookKeeper keeper,
    Fleet fleet,
    CycleSettings settings,
    Duration prepareLead,
    Clock clock,
    PlannerListener watcher) {}
