package io.metasched.simulation.input;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;

/**
 * A table as a user could have written it.
 *
 * @param format its columns
 * @param entries its rows
 */
public record InputTable<T>(InputFormat<T> format, List<T> entries) {
  /** Copies the list. */
  public InputTable {
    entries = List.copyOf(entries);
  }

  /** What a table is of. */
  public enum Kind {
    /** Nodes and their domains. */
    NODES,
    /** The job flow. */
    JOBS,
    /** Jobs of the owners' own users. */
    LOCAL;

    /** How commands call it. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Writes it.
   *
   * @param json whether as JSON; else as CSV
   */
  public void write(boolean json, Writer text) throws IOException {
    InputFile.write(format, entries, json, text);
  }
}
