package io.metasched.simulation.system.broker;

import io.metasched.metascheduler.broker.BrokerRules;
import io.metasched.resource.agent.TableLimits;
import io.metasched.simulation.rows.Column;
import io.metasched.simulation.rows.ColumnType;
import io.metasched.simulation.rows.RunTitle;
import io.metasched.simulation.rows.TableFormat;
import io.metasched.simulation.rows.Unit;
import java.util.List;

/**
 * The one row of run.csv: what the run is called, and how brokers and agents dealt with each other.
 *
 * @param title what the run is called
 * @param agents how many agents there were
 * @param brokers how many brokers used them
 * @param tasks how many tasks there were
 * @param mostLoad MAX_LOAD, in per cent
 * @param mostTasks MAX_TASKS
 * @param roundTasks how many tasks a round is about at most
 * @param idleRounds a task is given up after so many rounds in which nothing was placed
 * @param mostRounds a task is given up after so many rounds
 * @param offerTicks how long agents keep their offers open
 * @param holdTicks how long agents hold what is accepted
 * @param leastDelay least time that a message took
 * @param mostDelay most time that a message took
 * @param noticeTicks when brokers heard of the loss or the return of an agent
 * @param decisionSeed what the policy takes at random depends on
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

  /** The file {@value RunTitle#FILE}. */
  static final TableFormat<BrokerFacts> FORMAT =
      TableFormat.ofTitled(
          BrokerFacts.class,
          BrokerFacts::title,
          List.of(
              Column.of("agents", COUNT, Unit.COUNT, BrokerFacts::agents),
              Column.of("brokers", COUNT, Unit.COUNT, BrokerFacts::brokers),
              Column.of("tasks", ColumnType.integerFrom(0), Unit.COUNT, BrokerFacts::tasks),
              Column.of("mostLoad", COUNT, BrokerFacts::mostLoad),
              Column.of("mostTasks", COUNT, Unit.COUNT, BrokerFacts::mostTasks),
              Column.of("roundTasks", COUNT, Unit.COUNT, BrokerFacts::roundTasks),
              Column.of("idleRounds", COUNT, Unit.COUNT, BrokerFacts::idleRounds),
              Column.of("mostRounds", COUNT, Unit.COUNT, BrokerFacts::mostRounds),
              Column.of(
                  "offerLapse", ColumnType.unitsFrom(1), Unit.SECONDS, BrokerFacts::offerTicks),
              Column.of("holdLapse", ColumnType.unitsFrom(1), Unit.SECONDS, BrokerFacts::holdTicks),
              Column.of(
                  "leastDelay", ColumnType.unitsFrom(0), Unit.SECONDS, BrokerFacts::leastDelay),
              Column.of("mostDelay", ColumnType.unitsFrom(0), Unit.SECONDS, BrokerFacts::mostDelay),
              Column.of("notice", ColumnType.unitsFrom(0), Unit.SECONDS, BrokerFacts::noticeTicks),
              Column.of("decisionSeed", ColumnType.NUMBER, BrokerFacts::decisionSeed)));

  /**
   * @throws IllegalArgumentException for numbers that no setting has
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

  /** The facts of a run. */
  static BrokerFacts of(
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
