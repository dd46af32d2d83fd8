package io.metasched.simulation.system.broker;

import static io.metasched.simulation.rule.ReportedFigures.seconds;

import io.metasched.simulation.system.broker.rows.AnswerRow;
import io.metasched.simulation.system.broker.rows.AnswerRow.Result;
import io.metasched.simulation.system.broker.rows.BrokerRun;
import io.metasched.simulation.system.broker.rows.MessageRow;
import io.metasched.simulation.system.broker.rows.MessageRow.Kind;
import io.metasched.simulation.system.broker.rows.TaskRow;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Description of the rounds of one task: the offer of each agent, the accepted offer, and the
 * reason.
 */
final class TaskRounds {
  /**
   * One round of a task, from the requests for offers to the result.
   *
   * @param step step in which it began
   * @param lines lines about its events
   */
  record Round(int step, List<String> lines) {}

  private record Answered(MessageRow message, AnswerRow answer) {}

  private TaskRounds() {}

  /** Returns the rounds of a task, by number. */
  static List<Round> of(BrokerRun run, TaskRow task) {
    var byRound = new TreeMap<Integer, List<Answered>>();
    for (var answer : run.answers()) {
      var message = run.messages().get(answer.message() - 1);
      if (answer.task() == task.task() && message.round() > 0) {
        byRound
            .computeIfAbsent(message.round(), round -> new ArrayList<>())
            .add(new Answered(message, answer));
      }
    }
    var rounds = new ArrayList<Round>();
    byRound.forEach((round, answers) -> rounds.add(round(run, round, answers)));
    return rounds;
  }

  private static Round round(BrokerRun run, int number, List<Answered> answers) {
    var first = answers.get(0).message();
    var lines = new ArrayList<String>();
    lines.add("  round %d, from %s s:".formatted(number, seconds(first.sent())));
    var offers = answers.stream().filter(each -> each.message().kind() == Kind.OFFER).toList();
    for (var each : offers) {
      lines.add("    agent %d %s".formatted(each.message().agent(), said(each)));
    }
    for (var each : answers) {
      if (each.message().kind() == Kind.HOLD) {
        lines.add(
            "    the broker accepts the offer of agent %d: %s"
                .formatted(each.message().agent(), why(run, each, offers)));
      }
      if (each.message().kind() != Kind.OFFER) {
        lines.add("    agent %d %s".formatted(each.message().agent(), said(each)));
      }
    }
    return new Round(first.sentStep(), lines);
  }

  private static String said(Answered each) {
    var answer = each.answer();
    var words =
        switch (answer.result()) {
          case OFFERED -> "offers node %d, load %d %%".formatted(answer.node(), answer.load());
          case HELD -> "holds node %d, load %d %%".formatted(answer.node(), answer.load());
          case COMMITTED -> "commits";
          case RELEASED -> "gives it up";
          case CANCELLED -> "cancels it";
          case REFUSED -> "refuses: " + answer.reason().map(ReasonMessages::of).orElse("no reason");
          case UNDELIVERED -> "is not reached";
        };
    boolean isLost = answer.result() != Result.UNDELIVERED && !each.message().isAnswered();
    return isLost ? words + ", but is lost before the broker receives it" : words;
  }

  private static String why(BrokerRun run, Answered taken, List<Answered> offers) {
    var open =
        offers.stream()
            .filter(each -> each.answer().result() == Result.OFFERED && each.message().isAnswered())
            .toList();
    if (open.size() == 1) {
      return "it is the only offer";
    }
    var mine =
        open.stream().filter(each -> each.message().agent() == taken.message().agent()).findFirst();
    int load = mine.map(each -> each.answer().load()).orElse(-1);
    long equal = open.stream().filter(each -> each.answer().load() == load).count();
    return switch (run.title().policy()) {
      case "least-load" ->
          equal == 1
              ? "its load is the lowest"
              : "of %d with the lowest load, it has the fewest reservations or the lowest number"
                  .formatted(equal);
      case "most-load" ->
          equal == 1
              ? "its load is the highest"
              : "of %d with the highest load, it has the lowest number".formatted(equal);
      case "fewest-reservations" ->
          "it has the fewest reservations of the broker, or the lower load";
      case "first-agent" -> "it has the lowest number";
      default -> "at random";
    };
  }
}
