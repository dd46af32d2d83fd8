package io.metasched.metascheduler.alternatives;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Small knapsacks, and their best choices, found by trying every combination. */
final class Knapsacks {
  private Knapsacks() {}

  /**
   * Creates a knapsack.
   *
   * @param weightsAndValues weight and value of each offer in turn, one array for each job
   */
  static Knapsack knapsack(long capacity, long[]... weightsAndValues) {
    var jobs = new ArrayList<List<AlternativeOffer>>();
    for (long[] numbers : weightsAndValues) {
      var offers = new ArrayList<AlternativeOffer>();
      for (int i = 0; i < numbers.length; i += 2) {
        offers.add(new AlternativeOffer(numbers[i], numbers[i + 1]));
      }
      jobs.add(offers);
    }
    return Knapsack.of(jobs, AlternativeOffer::timeTicks, AlternativeOffer::costMilli, capacity);
  }

  /** Returns the numbers of one job, for {@link #knapsack}. */
  static long[] job(long... weightsAndValues) {
    return weightsAndValues;
  }

  /** Creates a knapsack in which the values of offers are their weights. */
  static Knapsack sums(long capacity, long[]... weights) {
    var jobs = new long[weights.length][];
    for (int job = 0; job < jobs.length; job++) {
      jobs[job] = new long[2 * weights[job].length];
      for (int i = 0; i < jobs[job].length; i++) {
        jobs[job][i] = weights[job][i / 2];
      }
    }
    return knapsack(capacity, jobs);
  }

  /** Creates a knapsack of up to five jobs with up to four offers, whose least weights fit. */
  static Knapsack random(SplittableRandom random, int greatest) {
    var jobs = new long[random.nextInt(1, 6)][];
    long least = 0;
    long most = 0;
    for (int job = 0; job < jobs.length; job++) {
      jobs[job] = new long[2 * random.nextInt(1, 5)];
      long lightest = Long.MAX_VALUE;
      long heaviest = 0;
      for (int i = 0; i < jobs[job].length; i++) {
        jobs[job][i] = random.nextInt(greatest + 1);
        if (i % 2 == 0) {
          lightest = Math.min(lightest, jobs[job][i]);
          heaviest = Math.max(heaviest, jobs[job][i]);
        }
      }
      least += lightest;
      most += heaviest;
    }
    return knapsack(random.nextLong(least, most + 2), jobs);
  }

  /**
   * Returns the choice that fits with the greatest value; of several, the lexicographically least.
   */
  static List<Integer> best(Knapsack knapsack) {
    List<Integer> best = List.of();
    long bestValue = Long.MIN_VALUE;
    var chosen = new int[knapsack.jobs()];
    do {
      long weight = sum(knapsack.weights, chosen);
      long value = sum(knapsack.values, chosen);
      if (weight <= knapsack.capacity && value > bestValue) {
        bestValue = value;
        best = list(chosen);
      }
    } while (advances(knapsack, chosen));
    return best;
  }

  static long weight(Knapsack knapsack, List<Integer> chosen) {
    return sum(knapsack.weights, chosen.stream().mapToInt(Integer::intValue).toArray());
  }

  static long value(Knapsack knapsack, List<Integer> chosen) {
    return sum(knapsack.values, chosen.stream().mapToInt(Integer::intValue).toArray());
  }

  private static long sum(long[][] numbers, int[] chosen) {
    long sum = 0;
    for (int job = 0; job < chosen.length; job++) {
      sum += numbers[job][chosen[job]];
    }
    return sum;
  }

  private static List<Integer> list(int[] chosen) {
    var list = new ArrayList<Integer>();
    for (int offer : chosen) {
      list.add(offer);
    }
    return list;
  }

  /** Changes a choice to the next one in lexicographic order; returns false after the last one. */
  private static boolean advances(Knapsack knapsack, int[] chosen) {
    for (int job = chosen.length - 1; job >= 0; job--) {
      if (++chosen[job] < knapsack.weights[job].length) {
        return true;
      }
      chosen[job] = 0;
    }
    return false;
  }
}
