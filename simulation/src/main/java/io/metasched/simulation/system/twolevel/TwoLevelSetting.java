package io.metasched.simulation.system.twolevel;

import io.metasched.metascheduler.grid.GridSettings;
import io.metasched.resource.profile.CapacitySlots;

/**
 * The two levels that jobs are replayed on.
 *
 * @param providers how many there are
 * @param processors how many each of them has
 * @param localScheduler name of the local scheduler of all
 * @param localPeriodTicks time between two passes of it, 0 for a pass at each event
 * @param batchPlacement name of the grid policy for batch jobs
 * @param reservationPlacement name of the grid policy for reservations
 * @param grid how the grid queue is served
 * @param slots in which the providers keep reservations and the limits of running jobs
 */
public record TwoLevelSetting(
    int providers,
    int processors,
    String localScheduler,
    long localPeriodTicks,
    String batchPlacement,
    String reservationPlacement,
    GridSettings grid,
    CapacitySlots slots) {

  /** One with variable slots. */
  public TwoLevelSetting(
      int providers,
      int processors,
      String localScheduler,
      long localPeriodTicks,
      String batchPlacement,
      String reservationPlacement,
      GridSettings grid) {
    this(
        providers,
        processors,
        localScheduler,
        localPeriodTicks,
        batchPlacement,
        reservationPlacement,
        grid,
        CapacitySlots.VARIABLE);
  }

  /** How many providers take batch jobs. */
  int forBatchJobs() {
    return providers - grid.setApart();
  }

  /** How many providers take reservations. */
  int forReservations() {
    return grid.setApart() > 0 ? grid.setApart() : providers;
  }

  /** The same, with so many providers. */
  public TwoLevelSetting withProviders(int number) {
    return new TwoLevelSetting(
        number,
        processors,
        localScheduler,
        localPeriodTicks,
        batchPlacement,
        reservationPlacement,
        grid,
        slots);
  }

  /** The same, with another local scheduler and period. */
  public TwoLevelSetting withLocal(String scheduler, long periodTicks) {
    return new TwoLevelSetting(
        providers,
        processors,
        scheduler,
        periodTicks,
        batchPlacement,
        reservationPlacement,
        grid,
        slots);
  }

  /** The same, with another grid policy for batch jobs. */
  public TwoLevelSetting withBatchPlacement(String name) {
    return new TwoLevelSetting(
        providers,
        processors,
        localScheduler,
        localPeriodTicks,
        name,
        reservationPlacement,
        grid,
        slots);
  }

  /** The same, with the grid queue served otherwise. */
  public TwoLevelSetting withGrid(GridSettings other) {
    return new TwoLevelSetting(
        providers,
        processors,
        localScheduler,
        localPeriodTicks,
        batchPlacement,
        reservationPlacement,
        other,
        slots);
  }

  /** The same, with other slots. */
  public TwoLevelSetting withSlots(CapacitySlots other) {
    return new TwoLevelSetting(
        providers,
        processors,
        localScheduler,
        localPeriodTicks,
        batchPlacement,
        reservationPlacement,
        grid,
        other);
  }
}
