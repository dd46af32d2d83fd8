package io.metasched.simulation.workload.lublin;

import java.util.List;

/**
 * Set of published parameters of the model, for a machine of any size: the logarithms of sizes are
 * shifted with the logarithm of the machine's size.
 *
 * <p>Source: the parameters in the program of Lublin and Feitelson, for a machine of 128
 * processors; the parameters of the LANL CM-5 are described in docs/sources.md.
 */
public enum LublinSetting {
  /** Model that does not distinguish types of jobs. */
  DEFAULT("default", 5) {
    @Override
    List<TypeLaws> lawsFor(int processors) {
      double high = SizeLaw.log2(processors);
      return List.of(
          new TypeLaws(
              JobType.ANY,
              sizes(0.244, 0.576, 0.8, high, 2.5, 0.86, processors),
              new RunTimeLaw(new GammaLaw(4.2, 0.94), new GammaLaw(312, 0.03), -0.0054, 0.78),
              new ArrivalLaw(new GammaLaw(10.2303, 0.4871), 1.0225, new GammaLaw(8.1737, 3.9631))));
    }
  },
  /** Model with batch and interactive jobs. */
  TYPES("types", 16) {
    @Override
    List<TypeLaws> lawsFor(int processors) {
      double high = SizeLaw.log2(processors);
      var batch =
          new TypeLaws(
              JobType.BATCH,
              sizes(0.2927, 0.6686, 1.2, high, 2, 0.875, processors),
              new RunTimeLaw(
                  new GammaLaw(6.57, 0.823), new GammaLaw(639.1, 0.0156), -0.003, 0.6986),
              new ArrivalLaw(new GammaLaw(6.0415, 0.8531), 1.0519, new GammaLaw(6.1271, 5.2740)));
      var interactive =
          new TypeLaws(
              JobType.INTERACTIVE,
              sizes(0.1541, 0.625, 1, high - LESS_INTERACTIVE, 2.5, 0.705, processors),
              new RunTimeLaw(
                  new GammaLaw(3.8351, 0.6605), new GammaLaw(7.073, 0.6856), -0.0118, 0.9156),
              new ArrivalLaw(new GammaLaw(6.5510, 0.6621), 0.9797, new GammaLaw(8.9186, 3.6680)));
      return List.of(batch, interactive);
    }
  },
  /** Model fitted to the log of the LANL CM-5: all sizes are powers of two from 32 on. */
  LANL_CM5("lanl-cm5", 64) {
    @Override
    List<TypeLaws> lawsFor(int processors) {
      double high = SizeLaw.log2(processors);
      return List.of(
          new TypeLaws(
              JobType.ANY,
              sizes(0, 1, 4.5, high, 3, 0.82, processors),
              new RunTimeLaw(
                  new GammaLaw(7.32, 0.688), new GammaLaw(152.3, 0.0561), -0.00085, 0.804),
              new ArrivalLaw(new GammaLaw(17.0, 0.307), 1, new GammaLaw(7.256, 4.081))));
    }
  };

  /** Maximum number of processors of a machine. */
  public static final int MOST_PROCESSORS = 1 << 20;

  /**
   * Minimum length of the second stage. The program of the authors allows UMed from UHi - 3.5 to
   * UHi - 1.5.
   */
  private static final double LEAST_SECOND_STAGE = 1.5;

  /**
   * Distance of the maximum logarithm of an interactive job from the logarithm of the machine's
   * size: 5.5 for 128 processors.
   */
  private static final double LESS_INTERACTIVE = 1.5;

  private final String words;
  private final int leastProcessors;

  LublinSetting(String words, int leastProcessors) {
    this.words = words;
    this.leastProcessors = leastProcessors;
  }

  abstract List<TypeLaws> lawsFor(int processors);

  /** Returns the distributions for a machine, one set for each type of job. */
  public List<TypeLaws> laws(int processors) {
    if (processors < leastProcessors || processors > MOST_PROCESSORS) {
      throw new IllegalArgumentException(
          "the processors must be %d to %d, but are %d"
              .formatted(leastProcessors, MOST_PROCESSORS, processors));
    }
    return lawsFor(processors);
  }

  public String words() {
    return words;
  }

  /**
   * Returns the minimum number of processors of a machine: a smaller machine is too small for the
   * stages of sizes.
   */
  public int leastProcessors() {
    return leastProcessors;
  }

  /**
   * Returns the sizes. The second stage has length {@code secondStage}, or less if the first stage
   * would otherwise begin after it.
   */
  private static SizeLaw sizes(
      double serialShare,
      double powerShare,
      double low,
      double high,
      double secondStage,
      double firstStageShare,
      int processors) {
    double medium = Math.min(Math.max(low, high - secondStage), high - LEAST_SECOND_STAGE);
    return new SizeLaw(serialShare, powerShare, low, medium, high, firstStageShare, processors);
  }
}
