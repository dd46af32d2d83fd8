package io.metasched.simulation.system.broker.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.metasched.metascheduler.broker.TaskPlacement;
import io.metasched.metascheduler.model.EnumLabel;
import io.metasched.metascheduler.program.TextTable;
import io.metasched.resource.broker.NodeSummary;
import io.metasched.resource.broker.TaskRefusal;
import io.metasched.simulation.rows.JsonText;
import java.io.IOException;
import java.io.Writer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;

/**
 * Report of a broker to its user: the schedule, the tasks that are not placed, and the indicators
 * of the broker-agent paper (section 4).
 *
 * @param tasks number of tasks
 * @param placements reservations, by task
 * @param unplaced reasons of the refusals, by task
 * @param sites agents and their nodes
 */
record BrokerReport(
    int tasks,
    List<TaskPlacement> placements,
    SortedMap<Long, TaskRefusal> unplaced,
    AgentNodes sites,
    Times times) {
  /**
   * Durations in seconds.
   *
   * @param read time to read the file
   * @param delivery time until all agents had received all tasks and had replied with offers,
   *     summed over the rounds
   * @param placing total time, from the tasks to the last outcome
   */
  record Times(double read, double delivery, double placing) {}

  private record AgentNodeLine(String agent, NodeSummary node) {}

  private double performance() {
    return tasks == 0 ? 100 : 100.0 * placements.size() / tasks;
  }

  private long tasksOf(int agent) {
    return placements.stream().filter(each -> each.agent() == agent).count();
  }

  /** Returns the report as text for the terminal. */
  String text() {
    var text = new StringBuilder();
    if (!placements.isEmpty()) {
      text.append(schedule()).append('\n');
    }
    if (!unplaced.isEmpty()) {
      text.append(rest()).append('\n');
    }
    return text.append(agents()).append('\n').append(nodes()).append('\n').append(sum()).toString();
  }

  private String schedule() {
    return TextTable.of(
        "Schedule",
        placements,
        List.of(
            TextTable.right("task", each -> "" + each.task().id()),
            TextTable.left("agent", each -> sites.place(each.agent())),
            TextTable.left("farm/cluster/node", sites::node),
            TextTable.left("start", each -> instant(each.task().span().start())),
            TextTable.left("end", each -> instant(each.task().span().end())),
            TextTable.right("load %", each -> "" + each.task().load()),
            TextTable.right("of node %", each -> "" + each.load())));
  }

  private String rest() {
    return TextTable.of(
        "Not placed",
        unplaced.entrySet(),
        List.of(
            TextTable.<Map.Entry<Long, TaskRefusal>>right("task", each -> "" + each.getKey()),
            TextTable.<Map.Entry<Long, TaskRefusal>>left(
                "reason", each -> Refusals.words(each.getValue()))));
  }

  private String agents() {
    return TextTable.of(
        "Agents",
        sites.all().values(),
        List.of(
            TextTable.left("agent", site -> site.agent().place()),
            TextTable.right("tasks of this broker", site -> "" + tasksOf(site.agent().number())),
            TextTable.right("nodes", site -> "" + site.nodes().size())));
  }

  private String nodes() {
    var lines = new ArrayList<AgentNodeLine>();
    for (var site : sites.all().values()) {
      site.nodes()
          .values()
          .forEach(node -> lines.add(new AgentNodeLine(site.agent().place(), node)));
    }
    return TextTable.of(
        "Nodes, with the tasks of all brokers",
        lines,
        List.of(
            TextTable.left("agent", AgentNodeLine::agent),
            TextTable.left("farm/cluster/node", line -> AgentNodes.name(line.node())),
            TextTable.right("tasks", line -> "" + line.node().tasks()),
            TextTable.right(
                "mean load %", line -> TextTable.decimal(line.node().averageLoad(), 2))));
  }

  private String sum() {
    return String.format(
        Locale.ROOT,
        "%d of %d tasks are placed (performance %.2f %%): read in %.3f s, delivered in %.3f s,"
            + " placed in %.3f s%n",
        placements.size(),
        tasks,
        performance(),
        times.read(),
        times.delivery(),
        times.placing());
  }

  private static String instant(long tick) {
    return Instant.ofEpochMilli(tick).toString();
  }

  String json() {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("tasks", tasks)
        .put("placed", placements.size())
        .put("performancePercent", performance())
        .put("readSeconds", times.read())
        .put("deliverySeconds", times.delivery())
        .put("placingSeconds", times.placing());
    var agents = json.putArray("agents");
    for (var site : sites.all().values()) {
      var agent = agents.addObject();
      agent.put("agent", site.agent().place()).put("tasks", tasksOf(site.agent().number()));
      var nodes = agent.putArray("nodes");
      site.nodes().values().forEach(node -> put(nodes.addObject(), node));
    }
    var schedule = json.putArray("schedule");
    placements.forEach(each -> put(schedule.addObject(), each));
    var rest = json.putArray("unplaced");
    unplaced.forEach(
        (task, why) -> rest.addObject().put("task", task).put("reason", EnumLabel.of(why)));
    return JsonText.line(json) + "\n";
  }

  private static void put(ObjectNode json, NodeSummary summary) {
    var node = summary.node();
    json.put("node", node.id())
        .put("name", node.name())
        .put("cluster", node.cluster())
        .put("farm", node.farm())
        .put("tasks", summary.tasks())
        .put("meanLoadPercent", summary.averageLoad());
  }

  private void put(ObjectNode json, TaskPlacement placement) {
    json.put("task", placement.task().id())
        .put("agent", sites.place(placement.agent()))
        .put("node", placement.node())
        .put("name", sites.node(placement))
        .put("start", instant(placement.task().span().start()))
        .put("end", instant(placement.task().span().end()))
        .put("loadPercent", placement.task().load())
        .put("nodeLoadPercent", placement.load());
  }

  /**
   * Writes the report as a table for other programs: a row for each task, with empty cells if the
   * task is not placed.
   */
  void write(Writer to) throws IOException {
    var csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(to);
    csv.writeRecord(
        "task",
        "agent",
        "node",
        "name",
        "start",
        "end",
        "load_percent",
        "node_load_percent",
        "reason");
    for (var each : placements) {
      csv.writeRecord(
          "" + each.task().id(),
          sites.place(each.agent()),
          "" + each.node(),
          sites.node(each),
          instant(each.task().span().start()),
          instant(each.task().span().end()),
          "" + each.task().load(),
          "" + each.load(),
          "");
    }
    unplaced.forEach(
        (task, why) -> csv.writeRecord("" + task, "", "", "", "", "", "", "", EnumLabel.of(why)));
    csv.flush();
  }
}
