package io.metasched.simulation.system.broker.rows;

import static io.metasched.simulation.rows.ColumnType.NUMBER;
import static io.metasched.simulation.rows.ColumnType.integerFrom;
import static io.metasched.simulation.rows.ColumnType.unitsFrom;
import static io.metasched.simulation.rows.Field.field;
import static io.metasched.simulation.rows.Unit.COUNT;
import static io.metasched.simulation.rows.Unit.SECONDS;

import io.metasched.metascheduler.broker.BrokerRules;
import io.metasched.resource.broker.TableLimits;
import io.metasched.simulation.rows.ColumnType;
import io.metasched.simulation.rows.RunTitle;
import io.metasched.simulation.rows.TableFormat;
import io.metasched.simulation.system.broker.model.BrokerSetting;

/**
 * The single row of run.csv: title of the run, and the settings of brokers and agents.
 *
 * @param title title of the run
 * @param agents number of agents
 * @param brokers number of brokers that use the agents
 * @param tasks number of tasks
 * @param mostLoad MAX_LOAD, in per cent
 * @param mostTasks MAX_TASKS
 * @param roundTasks maximum number of tasks in a round
 * @param idleRounds number of rounds without any placement after which the broker gives up a task
 * @param mostRounds number of rounds after which the broker gives up a task
 * @param offerTicks time for which agents keep their offers open
 * @param holdTicks time for which agents hold accepted offers
 * @param leastDelay minimum delay of a message, in ticks
 * @param mostDelay maximum delay of a message, in ticks
 * @param noticeTicks time from the loss or return of an agent until brokers are notified
 * @param decisionSeed seed of the policy's random decisions
 */
public record BrokerFacts(
    RunTitle title,
    int agents,
    int brokers,
    int tasks,
    int mostLoad,
    int mostTasks,
    int roundTasks,
    int idleRounds,
    int mostRounds,
    long offerTicks,
    long holdTicks,
    long leastDelay,
    long mostDelay,
    long noticeTicks,
    long decisionSeed) {
  private static final ColumnType<Integer> FROM_1 = integerFrom(1);

  /** Format of {@value RunTitle#FILE}. */
  static final TableFormat<BrokerFacts> FORMAT =
      TableFormat.ofRecord(
          BrokerFacts.class,
          RunTitle.FILE,
          RunTitle.COLUMNS,
          field("agents", FROM_1, COUNT, "number of agents, which are numbered from 0"),
          field("brokers", FROM_1, COUNT, "number of brokers, which are numbered from 0"),
          field("tasks", integerFrom(0), COUNT, "number of tasks"),
          field("mostLoad", FROM_1, "MAX_LOAD, the maximum load of a node in per cent"),
          field("mostTasks", FROM_1, COUNT, "MAX_TASKS, the maximum number of tasks of a node"),
          field("roundTasks", FROM_1, COUNT, "maximum number of tasks in a round"),
          field("idleRounds", FROM_1, COUNT, "idle rounds after which a task is given up"),
          field("mostRounds", FROM_1, COUNT, "rounds after which a task is given up"),
          field("offerLapse", unitsFrom(1), SECONDS, "how long agents keep an offer open"),
          field("holdLapse", unitsFrom(1), SECONDS, "how long agents hold an accepted offer"),
          field("leastDelay", unitsFrom(0), SECONDS, "minimum delay of a message or an answer"),
          field("mostDelay", unitsFrom(0), SECONDS, "maximum delay of a message or an answer"),
          field(
              "notice",
              unitsFrom(0),
              SECONDS,
              "delay until brokers are notified that an agent is lost or back"),
          field("decisionSeed", NUMBER, "seed of the policy `random`"));

  /**
   * @throws IllegalArgumentException for numbers that are not allowed in a setting
   */
  public BrokerFacts {
    try {
      var unused =
          new BrokerSetting(
              brokers,
              new TableLimits(mostLoad, mostTasks),
              new BrokerRules(roundTasks, idleRounds, mostRounds, offerTicks, holdTicks),
              leastDelay,
              mostDelay,
              noticeTicks);
    } catch (IllegalArgumentException refused) {
      throw new IllegalArgumentException(
          "columns brokers, mostLoad, mostTasks, roundTasks, idleRounds, mostRounds, offerLapse,"
              + " holdLapse, leastDelay, mostDelay, notice: "
              + refused.getMessage(),
          refused);
    }
  }

  /** Returns the facts of a run. */
  public static BrokerFacts of(
      RunTitle title, BrokerSetting setting, int agents, int tasks, long decisionSeed) {
    var rules = setting.rules();
    return new BrokerFacts(
        title,
        agents,
        setting.brokers(),
        tasks,
        setting.limits().mostLoad(),
        setting.limits().mostTasks(),
        rules.mostTasks(),
        rules.idleRounds(),
        rules.mostRounds(),
        rules.offerTicks(),
        rules.holdTicks(),
        setting.leastDelay(),
        setting.mostDelay(),
        setting.noticeTicks(),
        decisionSeed);
  }
}
