package io.metasched.simulation.input;

import io.metasched.metascheduler.model.EnumLabel;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/**
 * Table in the form in which users write it.
 *
 * @param format format with the columns
 * @param entries rows
 */
public record InputTable<T>(InputFormat<T> format, List<T> entries) {
  public InputTable {
    entries = List.copyOf(entries);
  }

  /** Content of a table. */
  public enum Kind {
    /** Nodes and their domains. */
    NODES,
    /** Job flow. */
    JOBS,
    /** Jobs of the owners' own users. */
    LOCAL;

    /** Returns the name in commands. */
    public String word() {
      return EnumLabel.of(this);
    }
  }

  /**
   * Writes the table.
   *
   * @param json true for JSON, false for CSV
   */
  public void write(boolean json, Writer text) throws IOException {
    InputFile.write(format, entries, json, text);
  }
}
