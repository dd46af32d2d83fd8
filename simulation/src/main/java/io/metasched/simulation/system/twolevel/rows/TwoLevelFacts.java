package io.metasched.simulation.system.twolevel.rows;

import static io.metasched.simulation.rows.ColumnType.FLAG;
import static io.metasched.simulation.rows.ColumnType.INTEGER_IF_ANY;
import static io.metasched.simulation.rows.ColumnType.TEXT;
import static io.metasched.simulation.rows.ColumnType.constant;
import static io.metasched.simulation.rows.ColumnType.integerFrom;
import static io.metasched.simulation.rows.ColumnType.unitsFrom;
import static io.metasched.simulation.rows.Field.field;
import static io.metasched.simulation.rows.Unit.COUNT;
import static io.metasched.simulation.rows.Unit.JOBS;
import static io.metasched.simulation.rows.Unit.PROCESSORS;
import static io.metasched.simulation.rows.Unit.SECONDS;

import io.metasched.metascheduler.twolevel.GridSettings;
import io.metasched.resource.provider.Lateness;
import io.metasched.simulation.rows.ColumnType;
import io.metasched.simulation.rows.RunTitle;
import io.metasched.simulation.rows.TableFormat;
import io.metasched.simulation.system.twolevel.model.TwoLevelSetting;

/**
 * The single row of run.csv: title of the run, and its two levels.
 *
 * @param title title of the run
 * @param providers number of providers
 * @param processors number of processors of each provider
 * @param jobs number of jobs
 * @param localScheduler policy by which a provider selects waiting jobs
 * @param localPeriodTicks time between two passes of a provider, in ticks; 0 for a pass at each
 *     event
 * @param slotTicks length of the slots in which processors are reserved, in ticks; 0 for variable
 *     slots
 * @param batchPlacement policy by which a batch job is sent to a provider
 * @param reservationPlacement policy by which a provider is selected for a reservation
 * @param queueing time at which reservations leave the grid queue
 * @param gridPeriodTicks time between two dispatches, in ticks; 0 for a dispatch on each arrival
 * @param setApart number of the first providers that take reservations only, while the others take
 *     none; 0 if all providers take all jobs
 * @param lateRefused whether a late reservation is refused
 * @param replication number of the replication, on which random choices depend; -1 if a file of an
 *     earlier version does not contain it
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
  /** Maximum number of providers. */
  public static final int MOST_PROVIDERS = 1000;

  /** Maximum number of processors of each provider. */
  public static final int MOST_PROCESSORS = 200_000;

  private static final ColumnType<Integer> FROM_0 = integerFrom(0);
  private static final ColumnType<Integer> FROM_1 = integerFrom(1);
  private static final ColumnType<Long> TIME = unitsFrom(0);

  /** Format of {@value RunTitle#FILE}. */
  public static final TableFormat<TwoLevelFacts> FORMAT =
      TableFormat.ofRecord(
              TwoLevelFacts.class,
              RunTitle.FILE,
              RunTitle.COLUMNS,
              field("providers", FROM_1, COUNT, "number of providers"),
              field("processors", FROM_1, PROCESSORS, "processors of each provider"),
              field("jobs", FROM_0, JOBS, "number of jobs"),
              field("localScheduler", TEXT, "local scheduler of the providers"),
              field(
                  "localPeriod",
                  TIME,
                  SECONDS,
                  "time between two passes of a provider; 0 for a pass at each event"),
              field("slot", TIME, SECONDS, "length of the capacity slots; 0 for variable slots"),
              field("batchPlacement", TEXT, "policy that chooses the provider of a batch job"),
              field(
                  "reservationPlacement",
                  TEXT,
                  "policy that chooses the provider of a reservation"),
              field(
                  "queueing",
                  constant(GridSettings.Queueing.values()),
                  "order in which the grid queue is served"),
              field(
                  "gridPeriod",
                  TIME,
                  SECONDS,
                  "time between two dispatches of the grid queue; 0 for a dispatch on each"
                      + " arrival"),
              field(
                  "setApart",
                  FROM_0,
                  COUNT,
                  "number of the first providers, which take only reservations; 0 if all take all"
                      + " jobs"),
              field("lateRefused", FLAG, "whether a reservation that would be late is refused"),
              field(
                  "replication",
                  INTEGER_IF_ANY,
                  "number of the replication, on which random choices depend"))
          .withLater(1);

  /**
   * @throws IllegalArgumentException for too many providers or processors
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

  /** Returns the facts of a run of a setting. */
  public static TwoLevelFacts of(
      RunTitle title, TwoLevelSetting setting, int jobs, int replication) {
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

  /**
   * Returns the number of providers that receive requests for reservations: those that take any.
   */
  public int asked() {
    return setApart > 0 ? setApart : providers;
  }
}
