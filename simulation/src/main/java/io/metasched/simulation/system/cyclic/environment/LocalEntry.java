package io.metasched.simulation.system.cyclic.environment;

import static io.metasched.simulation.input.InputColumn.optional;
import static io.metasched.simulation.input.InputColumn.required;

import io.metasched.resource.model.Ticks;
import io.metasched.simulation.input.InputColumn;
import io.metasched.simulation.input.InputFormat;
import io.metasched.simulation.input.InputRow;
import io.metasched.simulation.input.InputType;
import io.metasched.simulation.rows.Unit;
import java.util.List;
import java.util.Optional;

/**
 * Job of an owner's own users in a file of local jobs.
 *
 * @param node node on which it runs; empty if the domain is given
 * @param domain domain on whose nodes such jobs run in round-robin order; empty if the node is
 *     given
 * @param planned whether its time is fixed in advance; otherwise, it takes the first vacant time
 * @param startTick start of a planned job, or arrival of another job
 * @param lengthTicks duration in ticks
 * @param nodes number of nodes of the domain on which it runs
 */
public record LocalEntry(
    Optional<String> node,
    Optional<String> domain,
    boolean planned,
    long startTick,
    long lengthTicks,
    int nodes) {
  private static final int MOST_ROWS = 5_000_000;
  private static final long MOST_TIME = 100_000_000L * Ticks.PER_UNIT;

  private static final InputColumn<LocalEntry, String> NODE =
      optional(
          "node",
          InputType.NAMED,
          Unit.NONE,
          "node on which it runs; either a node or a domain is needed",
          LocalEntry::node);
  private static final InputColumn<LocalEntry, String> DOMAIN =
      optional(
          "domain",
          InputType.NAMED,
          Unit.NONE,
          "domain whose nodes run such jobs in turn",
          LocalEntry::domain);
  private static final InputColumn<LocalEntry, Boolean> PLANNED =
      optional(
          "planned",
          InputType.YES_NO,
          Unit.NONE,
          "whether its time is fixed in advance and never offered; empty: no, it takes the first"
              + " vacant time from its start on",
          entry -> Optional.of(entry.planned()));
  private static final InputColumn<LocalEntry, Long> START =
      required(
          "start",
          InputType.decimal(0, MOST_TIME),
          Unit.TIME,
          "start, if planned, else arrival",
          LocalEntry::startTick);
  private static final InputColumn<LocalEntry, Long> LENGTH =
      required(
          "length",
          InputType.decimal(1, MOST_TIME),
          Unit.TIME,
          "run time",
          LocalEntry::lengthTicks);
  private static final InputColumn<LocalEntry, Integer> NODES =
      optional(
          "nodes",
          InputType.whole(1, NodeEntry.MOST),
          Unit.NODES,
          "number of nodes of the domain on which it runs; empty: 1",
          entry -> entry.nodes() == 1 ? Optional.empty() : Optional.of(entry.nodes()));

  /** Format of a file of local jobs. */
  public static final InputFormat<LocalEntry> FORMAT =
      new InputFormat<>(
          "local jobs",
          MOST_ROWS,
          List.of(NODE, DOMAIN, PLANNED, START, LENGTH, NODES),
          LocalEntry::of,
          Optional.empty());

  private static Optional<LocalEntry> of(InputRow<LocalEntry> row) {
    var node = row.optional(NODE);
    var domain = row.optional(DOMAIN);
    int nodes = row.optional(NODES).orElse(1);
    if (node.isPresent() == domain.isPresent()) {
      row.fault(
          "allowed is either a node or a domain; given was "
              + (node.isPresent() ? "both" : "none"));
      return Optional.empty();
    }
    if (node.isPresent() && nodes > 1) {
      row.fault("nodes", "1, or nothing, if a node is given", Integer.toString(nodes));
      return Optional.empty();
    }
    return Optional.of(
        new LocalEntry(
            node,
            domain,
            row.optional(PLANNED).orElse(false),
            row.get(START),
            row.get(LENGTH),
            nodes));
  }

  /** Creates a job of one node. */
  static LocalEntry of(String node, boolean planned, long startTick, long lengthTicks) {
    return new LocalEntry(Optional.of(node), Optional.empty(), planned, startTick, lengthTicks, 1);
  }
}
