package io.metasched.simulation.system.broker.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.metasched.metascheduler.broker.live.LiveAgent;
import io.metasched.metascheduler.model.EnumLabel;
import io.metasched.metascheduler.program.TextTable;
import io.metasched.resource.broker.NodeSummary;
import io.metasched.resource.broker.TaskRefusal;
import io.metasched.resource.broker.TaskReservation;
import io.metasched.simulation.rows.JsonText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Reservations that a user may see, agent by agent. */
final class ReservationsReport {
  private final String user;
  private final List<Line> lines = new ArrayList<>();

  private record Line(String agent, String name, boolean mayCancel, TaskReservation reservation) {
    private String owner() {
      return AgentNodes.shown(reservation.task().access().owner());
    }

    private String state() {
      return reservation.isCommitted() ? "reserved" : "held";
    }

    private String start() {
      return Instant.ofEpochMilli(reservation.task().span().start()).toString();
    }

    private String end() {
      return Instant.ofEpochMilli(reservation.task().span().end()).toString();
    }
  }

  ReservationsReport(String user) {
    this.user = user;
  }

  void add(LiveAgent agent, List<NodeSummary> nodes, List<TaskReservation> visible) {
    var site = AgentNodes.Site.of(agent, nodes);
    for (var each : visible) {
      boolean mayCancel = each.task().access().mayCancel(user);
      lines.add(new Line(agent.place(), site.node(each.node()), mayCancel, each));
    }
    lines.sort(Comparator.comparingLong(line -> line.reservation().task().id()));
  }

  /** Returns the report as text for the terminal. */
  String text() {
    if (lines.isEmpty()) {
      return "There are no reservations that %s may see%n".formatted(AgentNodes.shown(user));
    }
    return TextTable.of(
        "Reservations that %s may see".formatted(AgentNodes.shown(user)),
        lines,
        List.of(
            TextTable.right("task", each -> "" + each.reservation().task().id()),
            TextTable.left("owner", Line::owner),
            TextTable.left("agent", Line::agent),
            TextTable.left("farm/cluster/node", Line::name),
            TextTable.left("start", Line::start),
            TextTable.left("end", Line::end),
            TextTable.right("load %", each -> "" + each.reservation().task().load()),
            TextTable.left("state", Line::state),
            TextTable.left("may cancel", each -> each.mayCancel() ? "yes" : "no")));
  }

  String json() {
    var json = JsonNodeFactory.instance.objectNode().put("user", user);
    var all = json.putArray("reservations");
    for (var line : lines) {
      all.addObject()
          .put("task", line.reservation().task().id())
          .put("owner", line.reservation().task().access().owner())
          .put("agent", line.agent())
          .put("node", line.reservation().node())
          .put("name", line.name())
          .put("start", line.start())
          .put("end", line.end())
          .put("loadPercent", line.reservation().task().load())
          .put("state", line.state())
          .put("mayCancel", line.mayCancel());
    }
    return JsonText.line(json) + "\n";
  }

  /** Returns the outcome of a cancellation as JSON. */
  static String cancelled(String user, long task, Optional<TaskRefusal> refusal) {
    var json =
        JsonNodeFactory.instance
            .objectNode()
            .put("user", user)
            .put("task", task)
            .put("cancelled", refusal.isEmpty());
    refusal.ifPresent(why -> json.put("reason", EnumLabel.of(why)));
    return JsonText.line(json) + "\n";
  }
}
