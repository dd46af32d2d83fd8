package io.metasched.simulation.system.broker.rule;

import io.metasched.simulation.rule.RuleReport;
import io.metasched.simulation.system.broker.rows.BrokerRun;
import io.metasched.simulation.system.broker.rows.CancellationRow;
import io.metasched.simulation.system.broker.rows.LinkRow.Change;
import io.metasched.simulation.system.broker.rows.MessageRow;
import io.metasched.simulation.system.broker.rows.TaskPlacementRow;
import io.metasched.simulation.system.broker.rows.TaskPlacementRow.Ending;
import io.metasched.simulation.system.broker.rows.TaskRow;
import io.metasched.simulation.system.broker.rule.NaiveBroker.Ask;
import io.metasched.simulation.system.broker.rule.NaiveBroker.Concluded;
import io.metasched.simulation.system.broker.rule.NaiveBroker.Named;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Check of the brokers' requests and decisions, recomputed from their inputs: accepted offers,
 * retries and their number, rescheduling of tasks of lost agents, and each outcome.
 */
final class CheckedBrokers {
  /** Input of a broker. */
  private record Input(int broker, long tick, Consumer<NaiveBroker> tell) {}

  private final BrokerRun run;
  private final RowIndex index;
  private final RuleReport report;
  private final TreeMap<Integer, Input> inputs = new TreeMap<>(); // by step
  private final TreeMap<Integer, List<MessageRow>> sent = new TreeMap<>(); // by step
  private final TreeMap<Integer, List<TaskPlacementRow>> placed = new TreeMap<>(); // by step
  private final TreeMap<Integer, List<TaskPlacementRow>> ended = new TreeMap<>(); // by step
  private final TreeMap<Integer, List<CancellationRow>> concluded = new TreeMap<>(); // by step
  private final TreeMap<Long, Last> last = new TreeMap<>(); // by task

  /** Last outcome of a task. */
  private record Last(NaiveBroker.Decided decided, int step, long tick) {}

  private CheckedBrokers(BrokerRun run, RuleReport report) {
    this.run = run;
    this.report = report;
    index = RowIndex.of(run);
    var submitted = new TreeMap<Integer, List<TaskRow>>();
    run.jobs().forEach(row -> RowIndex.add(submitted, row.submitStep(), row));
    submitted.forEach(
        (step, rows) ->
            inputs.put(
                step,
                new Input(
                    rows.get(0).broker(), rows.get(0).submit(), each -> each.submitted(rows))));
    for (var row : run.cancellations()) {
      inputs.put(
          row.askedStep(),
          new Input(row.broker(), row.asked(), each -> each.wanted(row.user(), row.task())));
      RowIndex.add(concluded, row.answeredStep(), row);
    }
    for (var row : run.links()) {
      if (row.broker() >= 0) {
        inputs.put(
            row.step(),
            new Input(
                row.broker(),
                row.tick(),
                each -> {
                  if (row.change() == Change.LOST) {
                    each.lost(row.agent(), row.tick());
                  } else {
                    each.back(row.agent());
                  }
                }));
      }
    }
    for (var row : run.messages()) {
      RowIndex.add(sent, row.sentStep(), row);
      if (row.isAnswered()) {
        var answers = index.answers(row.message());
        inputs.put(
            row.answeredStep(),
            new Input(row.broker(), row.answered(), each -> each.answered(row, answers)));
      }
    }
    for (var row : run.placements()) {
      RowIndex.add(placed, row.placedStep(), row);
      if (!row.isKept()) {
        RowIndex.add(ended, row.endedStep(), row);
      }
    }
  }

  /**
   * Reports the first step whose recorded consequences differ from the expected consequences, and
   * outcomes that do not follow.
   */
  static void check(BrokerRun run, RuleReport report) {
    new CheckedBrokers(run, report).check();
  }

  private void check() {
    var brokers = new TreeMap<Integer, NaiveBroker>();
    for (var entry : inputs.entrySet()) {
      var event = entry.getValue();
      var broker = brokers.computeIfAbsent(event.broker(), number -> new NaiveBroker(run.facts()));
      broker.clear();
      event.tell().accept(broker);
      if (!isSound(entry.getKey(), event, broker)) {
        return; // all later rows depend on this one
      }
    }
    nothingElse(sent.keySet().stream(), "messages.csv has a message that was sent");
    nothingElse(placed.keySet().stream(), "placements.csv has a task that was placed");
    nothingElse(ended.keySet().stream(), "placements.csv has a placement that ended");
    nothingElse(concluded.keySet().stream(), "cancellations.csv has an answer that was given");
    run.jobs().forEach(this::outcome);
  }

  private void nothingElse(Stream<Integer> steps, String what) {
    steps
        .filter(step -> !inputs.containsKey(step))
        .forEach(
            step ->
                report.add(where(step), "%s in a step in which no broker received input", what));
  }

  private void outcome(TaskRow row) {
    var decided = last.get(row.task());
    boolean isSound =
        decided != null
            && decided.decided().outcome() == row.outcome()
            && decided.decided().reason().equals(row.reason())
            && decided.step() == row.decidedStep()
            && decided.tick() == row.decided();
    if (!isSound) {
      report.add(
          "task " + row.task(),
          "its outcome must be %s",
          decided == null
              ? "an outcome decided by a broker"
              : "%s %s at step %d"
                  .formatted(
                      decided.decided().outcome(), decided.decided().reason(), decided.step()));
    }
  }

  private boolean isSound(int step, Input event, NaiveBroker broker) {
    for (var each : broker.removed) {
      if (each.why() == Ending.LOST) {
        last.remove(each.line().task().task());
      }
    }
    broker.decided.forEach(each -> last.put(each.task(), new Last(each, step, event.tick())));
    return isAsked(step, event, broker.asks)
        && isPlaced(step, event, broker)
        && isEnded(step, event, broker)
        && isConcluded(step, event, broker.concluded);
  }

  private boolean isAsked(int step, Input event, List<Ask> expected) {
    var rows = sent.getOrDefault(step, List.of());
    for (int at = 0; at < Math.max(rows.size(), expected.size()); at++) {
      var ask = at < expected.size() ? words(expected.get(at)) : "nothing more";
      var row = at < rows.size() ? rows.get(at) : null;
      boolean isRight =
          row != null
              && row.broker() == event.broker()
              && row.sent() == event.tick()
              && ask.equals(words(asked(row)));
      if (!isRight) {
        report.add(
            where(step),
            "broker %d must ask %s, but %s",
            event.broker(),
            ask,
            row == null
                ? "does not"
                : "message %d asks %s".formatted(row.message(), words(asked(row))));
        return false;
      }
    }
    return true;
  }

  private Ask asked(MessageRow row) {
    var named =
        index.answers(row.message()).stream()
            .map(
                each ->
                    new Named(
                        each.task(), row.kind() == MessageRow.Kind.HOLD ? -1 : each.version()))
            .toList();
    return new Ask(row.agent(), row.kind(), row.round(), named);
  }

  private static String words(Ask ask) {
    var tasks =
        ask.tasks().stream()
            .map(each -> each.version() < 0 ? "" + each.task() : each.task() + "#" + each.version())
            .toList();
    return "agent %d to %s in round %d tasks %s"
        .formatted(ask.agent(), ask.kind(), ask.round(), String.join(" ", tasks));
  }

  private boolean isPlaced(int step, Input event, NaiveBroker broker) {
    var expected =
        broker.placed.stream().map(line -> row(line, event.broker(), event.tick(), step)).toList();
    var given =
        placed.getOrDefault(step, List.of()).stream()
            .map(row -> row.endedAt(-1, -1, Ending.KEPT))
            .toList();
    return same(step, "place", words(expected), words(given));
  }

  private static TaskPlacementRow row(NaiveBroker.Line line, int broker, long tick, int step) {
    return new TaskPlacementRow(
        line.task().task(),
        broker,
        line.round(),
        line.agent(),
        line.node(),
        line.load(),
        line.version(),
        tick,
        step,
        -1,
        -1,
        Ending.KEPT);
  }

  private static List<String> words(List<TaskPlacementRow> rows) {
    return rows.stream().map(row -> String.join(",", TaskPlacementRow.FORMAT.cells(row))).toList();
  }

  private boolean isEnded(int step, Input event, NaiveBroker broker) {
    var expected =
        broker.removed.stream()
            .map(
                each ->
                    "task %d of agent %d, %s, at %d"
                        .formatted(
                            each.line().task().task(),
                            each.line().agent(),
                            each.why(),
                            event.tick()))
            .sorted()
            .toList();
    var given =
        ended.getOrDefault(step, List.of()).stream()
            .map(
                row ->
                    "task %d of agent %d, %s, at %d"
                        .formatted(row.task(), row.agent(), row.ending(), row.ended()))
            .sorted()
            .toList();
    return same(step, "take out of the schedule", expected, given);
  }

  private boolean isConcluded(int step, Input event, List<Concluded> expected) {
    var answers = expected.stream().map(each -> words(each, event.tick())).sorted().toList();
    var given =
        concluded.getOrDefault(step, List.of()).stream()
            .map(row -> words(new Concluded(row.task(), row.refusal()), row.answered()))
            .sorted()
            .toList();
    return same(step, "answer users about", answers, given);
  }

  private static String words(Concluded each, long tick) {
    return "task %d at %d: %s".formatted(each.task(), tick, each.refusal());
  }

  private boolean same(int step, String what, List<String> expected, List<String> given) {
    if (!Objects.equals(expected, given)) {
      report.add(where(step), "the broker must %s %s, but does %s", what, expected, given);
      return false;
    }
    return true;
  }

  private static String where(int step) {
    return "step " + step;
  }
}
