package io.metasched.simulation.study;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Spearman's rank correlation: whether one value rises with another, from -1 to 1. */
public final class RankCorrelation {
  /** Two values of one observation. */
  public record Pair(double x, double y) {}

  private RankCorrelation() {}

  /** Returns the correlation of pairs without NaN; NaN if all values of a side are equal. */
  public static double of(List<Pair> pairs) {
    var ranksX = ranks(pairs.stream().mapToDouble(Pair::x).toArray());
    var ranksY = ranks(pairs.stream().mapToDouble(Pair::y).toArray());
    double middle = (pairs.size() + 1) / 2.0;
    double both = 0;
    double ofX = 0;
    double ofY = 0;
    for (int i = 0; i < ranksX.length; i++) {
      both += (ranksX[i] - middle) * (ranksY[i] - middle);
      ofX += (ranksX[i] - middle) * (ranksX[i] - middle);
      ofY += (ranksY[i] - middle) * (ranksY[i] - middle);
    }
    return both / Math.sqrt(ofX * ofY);
  }

  /** Returns the rank of each value, from 1; equal values have the mean of their ranks. */
  private static double[] ranks(double[] values) {
    var order =
        IntStream.range(0, values.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> values[i]))
            .toList();
    var ranks = new double[values.length];
    int from = 0;
    while (from < ranks.length) {
      int to = from + 1;
      while (to < ranks.length && values[order.get(to)] == values[order.get(from)]) {
        to++;
      }
      for (int i = from; i < to; i++) {
        ranks[order.get(i)] = (from + 1 + to) / 2.0;
      }
      from = to;
    }
    return ranks;
  }
}
