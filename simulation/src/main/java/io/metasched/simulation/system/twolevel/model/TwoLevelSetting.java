package io.metasched.simulation.system.twolevel.model;

import io.metasched.metascheduler.twolevel.GridSettings;
import io.metasched.resource.profile.CapacitySlots;

/**
 * The two levels of a replay.
 *
 * @param providers number of providers
 * @param processors number of processors of each provider
 * @param localScheduler name of the local scheduler of all providers
 * @param localPeriodTicks time between two passes of a provider, in ticks; 0 for a pass at each
 *     event
 * @param batchPlacement name of the grid policy for batch jobs
 * @param reservationPlacement name of the grid policy for reservations
 * @param grid settings of the grid queue
 * @param slots slots in which the providers keep reservations and the limits of running jobs
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

  /** Creates a setting with variable slots. */
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

  /** Returns the number of providers that take batch jobs. */
  int forBatchJobs() {
    return providers - grid.setApart();
  }

  /** Returns the number of providers that take reservations. */
  int forReservations() {
    return grid.setApart() > 0 ? grid.setApart() : providers;
  }

  /** Returns a copy with the given number of providers. */
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

  /** Returns a copy with the given local scheduler and period. */
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

  /** Returns a copy with the given grid policy for batch jobs. */
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

  /** Returns a copy with the given settings of the grid queue. */
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

  /** Returns a copy with the given slots. */
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
