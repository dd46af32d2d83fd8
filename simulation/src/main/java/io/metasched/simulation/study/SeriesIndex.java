package io.metasched.simulation.study;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Index of series by their positions. */
final class SeriesIndex {
  private final List<Series> series;
  private final Map<String, Map<String, Integer>> places = new TreeMap<>();

  SeriesIndex(List<Series> series) {
    this.series = List.copyOf(series);
    for (int i = 0; i < series.size(); i++) {
      var one = series.get(i);
      var row = places.computeIfAbsent(one.row(), name -> new TreeMap<>());
      if (row.put(one.column(), i) != null) {
        throw new IllegalArgumentException(one + " is announced twice");
      }
    }
  }

  List<Series> series() {
    return series;
  }

  int size() {
    return series.size();
  }

  int of(Series wanted) {
    var place = places.getOrDefault(wanted.row(), new TreeMap<>()).get(wanted.column());
    if (place == null) {
      throw new IllegalArgumentException("%s is not a series of this experiment".formatted(wanted));
    }
    return place;
  }
}
