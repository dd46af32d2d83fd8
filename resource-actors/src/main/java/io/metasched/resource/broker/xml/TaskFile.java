package io.metasched.resource.broker.xml;

import io.metasched.resource.broker.AccessList;
import io.metasched.resource.broker.NodeDemand;
import io.metasched.resource.broker.Task;
import io.metasched.resource.model.Span;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * File of tasks, with the tags of the broker-agent paper (section 3.2) and optional ones for
 * additions of this project. docs/cluster.md describes the schema. Cost: O(n log n) for n tasks.
 */
public final class TaskFile {
  /** Latest second that a file may name: about 31,700 years. */
  static final long MOST_SECONDS = 1_000_000_000_000L;

  private static final String ROOT = "tasks";
  private static final String TASK = "task";
  private static final String ID = "taskId";
  private static final String START = "startTime";
  private static final String END = "endTime";
  private static final String LOAD = "load";
  private static final String CPU_POWER = "minCPUPower";
  private static final String MEMORY = "minMemory";
  private static final String OWNER = "owner";
  private static final String VIEWERS = "viewers";
  private static final String CANCELLERS = "cancellers";
  private static final FieldSet FIELDS =
      new FieldSet(
          List.of(ID, START, END, LOAD), List.of(CPU_POWER, MEMORY, OWNER, VIEWERS, CANCELLERS));

  private TaskFile() {}

  /**
   * Returns the tasks of a file, in the order of the file.
   *
   * @throws XmlFileException if the file is invalid or too large; the message names the line, what
   *     is allowed and what was given
   */
  public static List<Task> read(Path file, XmlLimits limits) {
    var tasks = new ArrayList<Task>();
    var ids = new TreeSet<Long>();
    new XmlRecords(file, ROOT, TASK, limits)
        .read(
            FIELDS,
            values -> {
              var task = task(values);
              if (!ids.add(task.id())) {
                throw values.wrong(ID, "not occur twice in a file");
              }
              tasks.add(task);
            });
    return tasks;
  }

  private static Task task(XmlRecord values) {
    long id = values.number(ID, 0, Long.MAX_VALUE);
    long start = values.ticks(START, MOST_SECONDS);
    long end = values.ticks(END, MOST_SECONDS);
    if (end <= start) {
      throw values.wrong(END, "be later than startTime, which is " + values.text(START));
    }
    int load = values.whole(LOAD, 1, Task.MOST_LOAD);
    return new Task(id, new Span(start, end), load, demand(values), access(values));
  }

  private static NodeDemand demand(XmlRecord values) {
    int power = values.whole(CPU_POWER, 0, Integer.MAX_VALUE);
    int memory = values.whole(MEMORY, 0, Integer.MAX_VALUE);
    return power == 0 && memory == 0 ? NodeDemand.NONE : new NodeDemand(power, memory);
  }

  private static AccessList access(XmlRecord values) {
    if (values.has(OWNER)) {
      var owner = values.requiredText(OWNER);
      return new AccessList(owner, values.names(VIEWERS), values.names(CANCELLERS));
    }
    for (var field : List.of(VIEWERS, CANCELLERS)) {
      if (values.has(field)) {
        throw values.wrong(field, "be given with an owner");
      }
    }
    return AccessList.OPEN;
  }

  /**
   * Writes tasks to a file, so that reading it gives the same tasks.
   *
   * @throws XmlFileException if the file cannot be written, or a name could not be read back
   */
  public static void write(Path file, Collection<Task> tasks) {
    XmlOutput.write(
        file,
        ROOT,
        out -> {
          for (var task : tasks) {
            out.begin(TASK);
            out.field(ID, task.id());
            out.seconds(START, task.span().start());
            out.seconds(END, task.span().end());
            out.field(LOAD, task.load());
            writeDemand(out, task.demand());
            writeAccess(out, task.access());
            out.end(TASK);
          }
        });
  }

  private static void writeDemand(XmlOutput out, NodeDemand demand) {
    if (!demand.equals(NodeDemand.NONE)) {
      out.field(CPU_POWER, demand.cpuPower());
      out.field(MEMORY, demand.memory());
    }
  }

  private static void writeAccess(XmlOutput out, AccessList access) {
    if (!access.equals(AccessList.OPEN)) {
      out.field(OWNER, access.owner());
      out.names(VIEWERS, access.viewers());
      out.names(CANCELLERS, access.cancellers());
    }
  }
}
