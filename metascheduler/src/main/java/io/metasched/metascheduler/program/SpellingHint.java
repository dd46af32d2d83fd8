package io.metasched.metascheduler.program;

import java.util.Collection;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Suggestion of a known word for a mistyped one. */
public final class SpellingHint {
  private SpellingHint() {}

  /**
   * Returns a hint such as {@code ; did you mean 'css'?}, or an empty text if no known word is
   * similar.
   */
  public static String hint(String given, Collection<String> known) {
    int tolerated = Math.max(2, given.length() / 3);
    return known.stream()
        .min(Comparator.comparingInt((String word) -> distance(given, word)))
        .filter(word -> distance(given, word) <= tolerated)
        .map("; did you mean '%s'?"::formatted)
        .orElse("");
  }

  /** Returns the edit distance: the minimum number of characters to insert, delete or replace. */
  private static int distance(String a, String b) {
    int[] row = IntStream.rangeClosed(0, b.length()).toArray();
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, Math.min(row[j - 1], row[j]) + 1);
      }
    }
    return row[b.length()];
  }
}
