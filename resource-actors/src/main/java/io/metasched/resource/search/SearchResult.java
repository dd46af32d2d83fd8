package io.metasched.resource.search;

import io.metasched.resource.model.Window;
import java.util.Optional;

/**
 * Result of a search.
 *
 * @param window the window, or empty if none meets the request
 * @param proven whether the answer is known to be best in the search's criterion; false for a
 *     published heuristic and if a limit on steps was reached
 */
public record SearchResult(Optional<Window> window, boolean proven) {
  private static final SearchResult NONE = new SearchResult(Optional.empty(), true);

  /** Returns the result without a window. */
  public static SearchResult none() {
    return NONE;
  }

  static SearchResult of(Window window, boolean proven) {
    return new SearchResult(Optional.of(window), proven);
  }
}
