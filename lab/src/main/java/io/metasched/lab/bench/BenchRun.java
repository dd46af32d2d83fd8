package io.metasched.lab.bench;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.metascheduler.program.Metasched;
import io.metasched.simulation.kernel.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Run of a bench: measures one size after another and collects the report. */
public final class BenchRun {
  private static final int MEBI_BITS = 20;

  private final long begun = System.nanoTime();
  private final Progress progress;
  private final ObjectNode json = JsonNodeFactory.instance.objectNode();
  private final StringBuilder text = new StringBuilder();
  private final List<BenchSheet> sheets = new ArrayList<>();
  private final List<BenchFigure> figures = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final List<String> faults = new ArrayList<>();

  /** Creates a run and starts its clock. */
  public BenchRun(String bench, Progress progress) {
    this.progress = progress;
    json.put("bench", bench).put("version", Metasched.version());
    var runtime = Runtime.getRuntime();
    json.putObject("machine")
        .put("cores", runtime.availableProcessors())
        .put(
            "jvm", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"))
        .put("heapMiB", runtime.maxMemory() >> MEBI_BITS);
  }

  /** Returns the differences from the baseline found so far; the measurements add to this list. */
  public List<String> faults() {
    return faults;
  }

  /** Measures each size; stops after a size with a fault. */
  public <S, R> List<R> measure(String what, List<S> sizes, Function<S, List<R>> rowsOf) {
    var rows = new ArrayList<R>();
    for (int i = 0; i < sizes.size() && faults.isEmpty(); i++) {
      progress.advanced(what, i, sizes.size());
      rows.addAll(rowsOf.apply(sizes.get(i)));
    }
    return rows;
  }

  /** Adds a number to the JSON. */
  public void put(String field, long value) {
    json.put(field, value);
  }

  /** Adds rows to the JSON, and a table of the rows to the text if there are any. */
  public <R> void add(BenchTable<R> table, List<R> rows) {
    add(table, rows, rows);
  }

  /** Adds rows to the JSON, and a table of some of them to the text. */
  public <R> void add(BenchTable<R> table, List<R> rows, List<R> shown) {
    table.write(json, rows);
    sheets.add(table.sheet(rows, shown));
    if (!shown.isEmpty()) {
      print(table.text(shown));
    }
  }

  /** Adds a chart to the page. */
  public void add(BenchFigure figure) {
    figures.add(figure);
  }

  /** Adds a remark on the numbers to the text and to the page. */
  public void note(String sentence) {
    notes.add(sentence);
    print(sentence + System.lineSeparator());
  }

  /** Adds a string to the JSON. */
  public void put(String field, String word) {
    json.put(field, word);
  }

  /** Adds a paragraph to the text. */
  public void print(String paragraph) {
    text.append(text.isEmpty() ? "" : "\n").append(paragraph);
  }

  /** Ends the run and returns the report. */
  public BenchReport report() {
    double seconds = (System.nanoTime() - begun) / 1e9;
    json.put("wallSeconds", BenchColumn.rounded(seconds, 3));
    return new BenchReport(json, text.toString(), sheets, figures, notes, faults);
  }
}
