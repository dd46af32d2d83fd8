package io.metasched.simulation.workload;

import io.metasched.metascheduler.model.EnumLabel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Shapes of scientific workflows, with the mean lengths of their kinds of jobs. The length of a job
 * is uniform between 0.5 and 1.5 times its mean.
 *
 * <p>Sources: the structures in S. Bharathi et al., "Characterization of Scientific Workflows",
 * WORKS 2008, and the means of the distributions of the workflow generator of the Pegasus team by
 * these authors, in seconds. A length that depends on the amount of data is given per job that
 * contributes data.
 */
public enum WorkflowShape {
  /**
   * Mosaic of images of the sky: projections, differences of pairs, a background model, corrections
   * and one mosaic.
   */
  MONTAGE {
    @Override
    void draw(Drawing drawing, int size, RandomGenerator random) {
      int images = Math.max(MIN_IMAGES, Math.round((size - 6) / 6f));
      int pairs = Math.min(size - 6 - 2 * images, images * (images - 1) / 2);
      var projections = drawing.level(images, 13.59);
      var differences = new ArrayList<Integer>();
      for (int pair : distinct(random, images * images, pairs, images)) {
        differences.add(
            drawing.job(10.59, projections.get(pair / images), projections.get(pair % images)));
      }
      int fit = drawing.join(0.08 * pairs, differences);
      int model = drawing.job(0.13 * pairs, fit);
      var corrections = new ArrayList<Integer>();
      projections.forEach(image -> corrections.add(drawing.job(10.74, model, image)));
      int table = drawing.join(0.37 * images, corrections);
      int mosaic = drawing.job(30.11, table);
      drawing.job(0.64, drawing.job(12.21, mosaic));
    }
  },
  /** Earthquake hazards: extractions, each with many seismograms and their peaks, two archives. */
  CYBERSHAKE {
    @Override
    void draw(Drawing drawing, int size, RandomGenerator random) {
      int extractions = Math.max(2, (int) (0.0081 * (size - 2)));
      int seismograms = Math.max(extractions, (size - 2 - extractions) / 2);
      var sources = drawing.level(extractions, 137.45);
      var all = new ArrayList<Integer>();
      var peaks = new ArrayList<Integer>();
      for (int i = 0; i < seismograms; i++) {
        int seismogram = drawing.job(43.40, sources.get(i % extractions));
        all.add(seismogram);
        peaks.add(drawing.job(1.09, seismogram));
      }
      drawing.join(0.0175 * seismograms, all);
      drawing.join(0.0129 * seismograms, peaks);
    }
  },
  /** Sequences of a genome: up to eight lanes of parallel chains of four jobs, and three merges. */
  EPIGENOMICS {
    @Override
    void draw(Drawing drawing, int size, RandomGenerator random) {
      int lanes = Math.min(MAX_LANES, 2 + size / 200);
      int chains = Math.max(1, (size - 3 - 2 * lanes) / (4 * lanes));
      var merges = new ArrayList<Integer>();
      for (int lane = 0; lane < lanes; lane++) {
        int split = drawing.job(45.8);
        var maps = new ArrayList<Integer>();
        for (int chain = 0; chain < chains; chain++) {
          int filtered = drawing.job(41.4 / chains, split);
          int converted = drawing.job(11.6 / chains, filtered);
          int packed = drawing.job(19.6 / chains, converted);
          maps.add(drawing.job(85.0 / chains, packed));
        }
        merges.add(drawing.join(15, maps));
      }
      int index = drawing.job(1.8 * lanes, drawing.join(14.2 * lanes, merges));
      drawing.job(4, index);
    }
  },
  /**
   * Search for gravitational waves (LIGO Inspiral): template banks, matched filters, coincidences,
   * and again for the templates of the coincidences.
   */
  LIGO {
    @Override
    void draw(Drawing drawing, int size, RandomGenerator random) {
      int groups = Math.max(1, size / 40);
      int filters = Math.max(groups, (size - 2 * groups) / 4);
      var inspirals = new ArrayList<Integer>();
      drawing.level(filters, 18.14).forEach(bank -> inspirals.add(drawing.job(460.21, bank)));
      var coincidences = new ArrayList<Integer>();
      for (int group = 0; group < groups; group++) {
        coincidences.add(drawing.join(5.37, share(inspirals, group, groups)));
      }
      for (int group = 0; group < groups; group++) {
        var again = new ArrayList<Integer>();
        int coincidence = coincidences.get(group);
        share(inspirals, group, groups)
            .forEach(each -> again.add(drawing.job(460.21, drawing.job(5.11, coincidence))));
        drawing.join(5.37, again);
      }
    }
  };

  private static final int MIN_IMAGES = 3;
  private static final int MAX_LANES = 8;
  private static final double SPREAD = 0.5;

  /**
   * Job of a drawn workflow.
   *
   * @param seconds length in seconds on the machines of the source
   * @param after places of the predecessors, all lower than the place of the job
   */
  public record ShapedJob(double seconds, List<Integer> after) {
    public ShapedJob {
      after = List.copyOf(after);
    }
  }

  /** Returns the name, such as {@code montage}. */
  public String label() {
    return EnumLabel.of(this);
  }

  /**
   * Draws a workflow.
   *
   * @param size approximate number of jobs, from 20
   */
  public List<ShapedJob> draw(int size, RandomGenerator random) {
    var drawing = new Drawing(random);
    draw(drawing, size, random);
    return List.copyOf(drawing.jobs);
  }

  abstract void draw(Drawing drawing, int size, RandomGenerator random);

  /** Returns distinct numbers below a bound whose two digits to a base ascend. */
  private static List<Integer> distinct(RandomGenerator random, int bound, int count, int base) {
    var numbers = new ArrayList<Integer>();
    for (int i = 0; i < bound; i++) {
      if (i / base < i % base) {
        numbers.add(i);
      }
    }
    for (int i = 0; i < count; i++) { // shuffles the first ones
      int other = random.nextInt(i, numbers.size());
      numbers.set(i, numbers.set(other, numbers.get(i)));
    }
    return numbers.subList(0, count);
  }

  private static List<Integer> share(List<Integer> all, int group, int groups) {
    return all.subList(group * all.size() / groups, (group + 1) * all.size() / groups);
  }

  /** Workflow under construction. */
  static final class Drawing {
    private final List<ShapedJob> jobs = new ArrayList<>();
    private final RandomGenerator random;

    private Drawing(RandomGenerator random) {
      this.random = random;
    }

    int job(double meanSeconds, Integer... after) {
      return join(meanSeconds, Arrays.asList(after));
    }

    int join(double meanSeconds, List<Integer> after) {
      double factor = 1 + SPREAD * (2 * random.nextDouble() - 1);
      jobs.add(new ShapedJob(meanSeconds * factor, after));
      return jobs.size() - 1;
    }

    List<Integer> level(int count, double meanSeconds) {
      var level = new ArrayList<Integer>();
      for (int i = 0; i < count; i++) {
        level.add(job(meanSeconds));
      }
      return level;
    }
  }
}
