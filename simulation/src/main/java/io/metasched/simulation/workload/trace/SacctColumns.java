package io.metasched.simulation.workload.trace;

import io.metasched.metascheduler.program.PrintableText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The columns that the first line of the output of {@code sacct} names, whatever their case. */
final class SacctColumns {
  /** Those of a log before its first line. */
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

  /** The columns of a first line. */
  static SacctColumns of(List<String> names) {
    return new SacctColumns(names);
  }

  /** The cells of a line; {@code --parsable} also ends it with a bar. */
  static List<String> cells(String line) {
    var cells = new ArrayList<String>();
    for (var cell : line.split("\\|", MOST)) {
      cells.add(cell.strip());
    }
    return cells;
  }

  /** Whether cells are names of columns, and not those of a job of a user called JobID. */
  static boolean areNames(List<String> cells) {
    return haveId(cells) && cells.stream().anyMatch(SUBMIT::equalsIgnoreCase);
  }

  /** Whether one of several cells names the column of the identity, as in a first line. */
  static boolean haveId(List<String> cells) {
    return cells.size() > 1
        && cells.stream().anyMatch(cell -> IDS.stream().anyMatch(cell::equalsIgnoreCase));
  }

  /** What no job can do without and is not there, or nothing. */
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

  /** Whether nodes stand for processors. */
  boolean haveNodesAlone() {
    return PROCESSORS.stream().noneMatch(this::has);
  }

  boolean has(String name) {
    return places.containsKey(name);
  }

  /** A row of these columns. */
  SacctRow row(List<String> cells) {
    return new SacctRow(this, cells);
  }

  /** How many cells a row must have. */
  int count() {
    return names.size();
  }

  /** The cell of a column; empty where there is no such column. */
  String cell(List<String> cells, String name) {
    int at = places.getOrDefault(name, cells.size());
    return at < cells.size() ? cells.get(at) : "";
  }
}
