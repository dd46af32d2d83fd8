package io.metasched.simulation.workload.trace;

import io.metasched.metascheduler.program.PrintableText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Columns named by the first line of the output of {@code sacct}, case-insensitive. */
final class SacctColumns {
  /** Columns of a log before its first line. */
  static final SacctColumns NONE = new SacctColumns(List.of());

  static final List<String> IDS = List.of("JobIDRaw", "JobID");
  static final List<String> PROCESSORS = List.of("AllocCPUS", "NCPUS", "ReqCPUS");
  static final List<String> NODES = List.of("AllocNodes", "NNodes", "ReqNodes");
  static final String SUBMIT = "Submit";
  private static final int MOST = 500;

  private final List<String> names;
  private final Map<String, Integer> places = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  private SacctColumns(List<String> names) {
    this.names = names;
    for (int at = 0; at < names.size(); at++) {
      places.putIfAbsent(names.get(at), at);
    }
  }

  /** Returns the columns of a first line. */
  static SacctColumns of(List<String> names) {
    return new SacctColumns(names);
  }

  /** Returns the cells of a line; {@code --parsable} also ends it with a bar. */
  static List<String> cells(String line) {
    var cells = new ArrayList<String>();
    for (var cell : line.split("\\|", MOST)) {
      cells.add(cell.strip());
    }
    return cells;
  }

  /** Returns whether cells are names of columns, not values of a job of a user called JobID. */
  static boolean areNames(List<String> cells) {
    return haveId(cells) && cells.stream().anyMatch(SUBMIT::equalsIgnoreCase);
  }

  /** Returns whether one of several cells names the column of the identity, as in a first line. */
  static boolean haveId(List<String> cells) {
    return cells.size() > 1
        && cells.stream().anyMatch(cell -> IDS.stream().anyMatch(cell::equalsIgnoreCase));
  }

  /** Returns a message about a missing required column, or an empty string. */
  String missing() {
    if (!has(SUBMIT)) {
      return "a column Submit is needed" + given();
    }
    boolean hasTimes = has("Start") && has("End");
    if (!has("ElapsedRaw") && !has("Elapsed") && !hasTimes) {
      return "columns of the run time are needed: ElapsedRaw, Elapsed, or Start and End" + given();
    }
    if (PROCESSORS.stream().noneMatch(this::has) && NODES.stream().noneMatch(this::has)) {
      return "a column of the processors is needed: NCPUS, AllocCPUS, ReqCPUS or NNodes" + given();
    }
    return "";
  }

  private String given() {
    return "; the columns are " + PrintableText.shortLine(String.join(", ", names));
  }

  /** Returns whether nodes replace the missing processors. */
  boolean haveNodesAlone() {
    return PROCESSORS.stream().noneMatch(this::has);
  }

  boolean has(String name) {
    return places.containsKey(name);
  }

  /** Returns a row of these columns. */
  SacctRow row(List<String> cells) {
    return new SacctRow(this, cells);
  }

  /** Returns the number of cells that a row must have. */
  int count() {
    return names.size();
  }

  /** Returns the cell of a column; empty if there is no such column. */
  String cell(List<String> cells, String name) {
    int at = places.getOrDefault(name, cells.size());
    return at < cells.size() ? cells.get(at) : "";
  }
}
