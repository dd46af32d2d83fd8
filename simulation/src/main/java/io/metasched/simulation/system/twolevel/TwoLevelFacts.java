package io.metasched.simulation.system.twolevel;

import io.metasched.metascheduler.grid.GridSettings;
import io.metasched.resource.provider.Lateness;
import io.metasched.simulation.rows.Column;
import io.metasched.simulation.rows.ColumnType;
import io.metasched.simulation.rows.RunTitle;
import io.metasched.simulation.rows.TableFormat;
import io.metasched.simulation.rows.Unit;
import java.util.List;

/**
 * The one row of run.csv: what the run is called, and the two levels it ran on.
 *
 * @param title what the run is called
 * @param providers how many providers there are
 * @param processors how many processors each has
 * @param jobs how many jobs there are
 * @param localScheduler which waiting jobs a provider starts
 * @param localPeriodTicks time between two passes of it; 0 for a pass at each event
 * @param slotTicks length of the slots in which processors are kept; 0 for variable ones
 * @param batchPlacement how a batch job finds its provider
 * @param reservationPlacement how a reservation finds its provider
 * @param queueing when reservations leave the grid queue
 * @param gridPeriodTicks time between two dispatches; 0 for one on each arrival
 * @param setApart so many providers, the first, take reservations only and the others none; 0 where
 *     all take all
 * @param lateRefused whether a reservation that would be late is refused
 * @param replication number of the replication, on which random choices depend; -1 where a file of
 *     an earlier version does not say it
 */
public record TwoLevelFacts(
    RunTitle title,
    int providers,
    int processors,
    int jobs,
    String localScheduler,
    long localPeriodTicks,
    long slotTicks,
    String batchPlacement,
    String reservationPlacement,
    GridSettings.Queueing queueing,
    long gridPeriodTicks,
    int setApart,
    boolean lateRefused,
    int replication) {
  /** The most providers there may be. */
  static final int MOST_PROVIDERS = 1000;

  /** The most processors that each may have. */
  static final int MOST_PROCESSORS = 200_000;

  private static final ColumnType<Integer> FROM_0 = ColumnType.integerFrom(0);
  private static final ColumnType<Integer> FROM_1 = ColumnType.integerFrom(1);
  private static final ColumnType<Long> TIME = ColumnType.unitsFrom(0);

  /** The file {@value RunTitle#FILE}. */
  public static final TableFormat<TwoLevelFacts> FORMAT =
      TableFormat.ofTitled(
              TwoLevelFacts.class,
              TwoLevelFacts::title,
              List.of(
                  Column.of("providers", FROM_1, Unit.COUNT, TwoLevelFacts::providers),
                  Column.of("processors", FROM_1, Unit.PROCESSORS, TwoLevelFacts::processors),
                  Column.of("jobs", FROM_0, Unit.JOBS, TwoLevelFacts::jobs),
                  Column.of("localScheduler", ColumnType.TEXT, TwoLevelFacts::localScheduler),
                  Column.of("localPeriod", TIME, Unit.SECONDS, TwoLevelFacts::localPeriodTicks),
                  Column.of("slot", TIME, Unit.SECONDS, TwoLevelFacts::slotTicks),
                  Column.of("batchPlacement", ColumnType.TEXT, TwoLevelFacts::batchPlacement),
                  Column.of(
                      "reservationPlacement", ColumnType.TEXT, TwoLevelFacts::reservationPlacement),
                  Column.of(
                      "queueing",
                      ColumnType.constant(GridSettings.Queueing.values()),
                      TwoLevelFacts::queueing),
                  Column.of("gridPeriod", TIME, Unit.SECONDS, TwoLevelFacts::gridPeriodTicks),
                  Column.of("setApart", FROM_0, Unit.COUNT, TwoLevelFacts::setApart),
                  Column.of("lateRefused", ColumnType.FLAG, TwoLevelFacts::lateRefused),
                  Column.of("replication", ColumnType.INTEGER_IF_ANY, TwoLevelFacts::replication)))
          .withLater(1);

  /**
   * @throws IllegalArgumentException for more providers or processors than there may be
   */
  public TwoLevelFacts {
    if (providers > MOST_PROVIDERS || processors > MOST_PROCESSORS || setApart >= providers) {
      throw new IllegalArgumentException(
          ("providers, processors, setApart: allowed are at most %d providers of %d processors, of"
                  + " which fewer than all are set apart, but given are %d of %d, of which %d are"
                  + " set apart")
              .formatted(MOST_PROVIDERS, MOST_PROCESSORS, providers, processors, setApart));
    }
  }

  /** The facts of a run of a setting. */
  static TwoLevelFacts of(RunTitle title, TwoLevelSetting setting, int jobs, int replication) {
    return new TwoLevelFacts(
        title,
        setting.providers(),
        setting.processors(),
        jobs,
        setting.localScheduler(),
        setting.localPeriodTicks(),
        setting.slots().lengthTicks(),
        setting.batchPlacement(),
        setting.reservationPlacement(),
        setting.grid().queueing(),
        setting.grid().periodTicks(),
        setting.grid().setApart(),
        setting.grid().lateness() == Lateness.REFUSED,
        replication);
  }

  /** How many providers are asked for a reservation: those that take any. */
  int asked() {
    return setApart > 0 ? setApart : providers;
  }
}
