package io.metasched.simulation.system.broker.rows;

import io.metasched.metascheduler.broker.BrokerRules;
import io.metasched.resource.broker.TableLimits;
import io.metasched.simulation.rows.Column;
import io.metasched.simulation.rows.ColumnType;
import io.metasched.simulation.rows.RunTitle;
import io.metasched.simulation.rows.TableFormat;
import io.metasched.simulation.rows.Unit;
import io.metasched.simulation.system.broker.model.BrokerSetting;
import java.util.List;

/**
 * The single row of run.csv: title of the run, and the settings of brokers and agents.
 *
 * @param title title of the run
 * @param agents number of agents
 * @param brokers number of brokers that use them
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
  private static final ColumnType<Integer> COUNT = ColumnType.integerFrom(1);

  /** Format of {@value RunTitle#FILE}. */
  static final TableFormat<BrokerFacts> FORMAT =
      TableFormat.ofTitled(
          BrokerFacts.class,
          BrokerFacts::title,
          List.of(
              Column.of(
                  "agents",
                  COUNT,
                  Unit.COUNT,
                  "number of agents, which are numbered from 0",
                  BrokerFacts::agents),
              Column.of(
                  "brokers",
                  COUNT,
                  Unit.COUNT,
                  "number of brokers, which are numbered from 0",
                  BrokerFacts::brokers),
              Column.of(
                  "tasks",
                  ColumnType.integerFrom(0),
                  Unit.COUNT,
                  "number of tasks",
                  BrokerFacts::tasks),
              Column.of(
                  "mostLoad",
                  COUNT,
                  "MAX_LOAD, the maximum load of a node in per cent",
                  BrokerFacts::mostLoad),
              Column.of(
                  "mostTasks",
                  COUNT,
                  Unit.COUNT,
                  "MAX_TASKS, the maximum number of tasks of a node",
                  BrokerFacts::mostTasks),
              Column.of(
                  "roundTasks",
                  COUNT,
                  Unit.COUNT,
                  "maximum number of tasks in a round",
                  BrokerFacts::roundTasks),
              Column.of(
                  "idleRounds",
                  COUNT,
                  Unit.COUNT,
                  "idle rounds after which a task is given up",
                  BrokerFacts::idleRounds),
              Column.of(
                  "mostRounds",
                  COUNT,
                  Unit.COUNT,
                  "rounds after which a task is given up",
                  BrokerFacts::mostRounds),
              Column.of(
                  "offerLapse",
                  ColumnType.unitsFrom(1),
                  Unit.SECONDS,
                  "how long agents keep an offer open",
                  BrokerFacts::offerTicks),
              Column.of(
                  "holdLapse",
                  ColumnType.unitsFrom(1),
                  Unit.SECONDS,
                  "how long agents hold an accepted offer",
                  BrokerFacts::holdTicks),
              Column.of(
                  "leastDelay",
                  ColumnType.unitsFrom(0),
                  Unit.SECONDS,
                  "minimum delay of a message or an answer",
                  BrokerFacts::leastDelay),
              Column.of(
                  "mostDelay",
                  ColumnType.unitsFrom(0),
                  Unit.SECONDS,
                  "maximum delay of a message or an answer",
                  BrokerFacts::mostDelay),
              Column.of(
                  "notice",
                  ColumnType.unitsFrom(0),
                  Unit.SECONDS,
                  "delay until brokers are notified that an agent is lost or back",
                  BrokerFacts::noticeTicks),
              Column.of(
                  "decisionSeed",
                  ColumnType.NUMBER,
                  "seed of the policy `random`",
                  BrokerFacts::decisionSeed)));

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
