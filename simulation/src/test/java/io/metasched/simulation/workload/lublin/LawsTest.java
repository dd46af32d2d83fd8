package io.metasched.simulation.workload.lublin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.metasched.simulation.random.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each distribution of the model, tested individually. */
final class LawsTest {
  private static final Seeds SEEDS = new Seeds(1, "laws", 0);
  private static final int MANY = 20_000;
  private static final GammaLaw SHORTER = new GammaLaw(4.2, 0.94);
  private static final GammaLaw LONGER = new GammaLaw(312, 0.03);

  // --- sizes

  @Test
  void sizesAreUniformInTwoStagesOfTheLogarithm() {
    var sizes = sizes(new SizeLaw(0, 0, 2, 6, 8, 0.75, 256));

    // an exponent x rounds to a size of at most 2^5 if 2^x < 32.5
    double first = 0.75 * (SizeLaw.log2(65) - 1 - 2) / 4;
    assertThat(share(sizes, 4, 32)).isCloseTo(first, within(0.01));
    assertThat(share(sizes, 4, 64)).isCloseTo(0.75, within(0.015));
    assertThat(sizes).allMatch(size -> size >= 4 && size <= 256).contains(255, 5, 7);
  }

  @Test
  void someSizesAreOneAndSomeArePowersOfTwo() {
    var sizes = sizes(new SizeLaw(0.3, 0.7, 2, 6, 8, 0.8, 256));

    assertThat(share(sizes, 1, 1)).isCloseTo(0.3, within(0.01));
    assertThat(sizes).allMatch(size -> Integer.bitCount(size) == 1);
    // in the first stage [2, 6], the exponents below 2.5 become 2
    assertThat(share(sizes, 4, 4)).isCloseTo(0.7 * 0.8 / 8, within(0.007));
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 127, 129, 255, 181, 1000})
  void noSizeIsBeyondAMachineThatIsNoPowerOfTwo(int processors) {
    double high = SizeLaw.log2(processors);

    var powers = sizes(new SizeLaw(0, 1, 1, high - 2, high, 0.2, processors));
    var others = sizes(new SizeLaw(0, 0, 1, high - 2, high, 0.2, processors));

    assertThat(powers).allMatch(size -> Integer.bitCount(size) == 1 && size <= processors);
    assertThat(powers).contains(Integer.highestOneBit(processors));
    assertThat(others).allMatch(size -> size >= 2 && size <= processors).contains(processors);
  }

  @Test
  void logarithmsOfPowersOfTwoAreExact() {
    IntStream.range(0, 31)
        .forEach(exponent -> assertThat(SizeLaw.log2(1 << exponent)).isEqualTo(exponent));
    assertThat(SizeLaw.log2(100)).isCloseTo(6.643856, within(1e-6));
  }

  @ParameterizedTest
  @CsvSource({
    "-0.1, 0.5, 1,   5, 7, 0.8, 128, share of serial",
    "0.1,  1.2, 1,   5, 7, 0.8, 128, share of powers",
    "0.6,  0.6, 1,   5, 7, 0.8, 128, together",
    "0.1,  0.5, 1,   5, 7, NaN, 128, Uprob",
    "0.1,  0.5, 5.5, 5, 7, 0.8, 128, ULow",
    "0.1,  0.5, -1,  5, 7, 0.8, 128, ULow",
    "0.1,  0.5, 1,   7.5, 7, 0.8, 128, UMed",
    "0.1,  0.5, 1,   NaN, 7, 0.8, 128, ULow",
    "0.1,  0.5, 1,   6, 8, 0.8, 128, UHi",
    "0.1,  0.5, 1,   5, 7, 0.8, 0,   processor"
  })
  void invalidLawsOfSizesAreRefused(
      double serial,
      double power,
      double low,
      double medium,
      double high,
      double firstStage,
      int processors,
      String word) {
    assertThatThrownBy(() -> new SizeLaw(serial, power, low, medium, high, firstStage, processors))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(word);
  }

  // --- run times

  @Test
  void theShareOfShorterJobsFallsWithTheSizeBetweenOneAndZero() {
    var law = new RunTimeLaw(SHORTER, LONGER, -0.0054, 0.78);

    assertThat(law.shorterShare(1)).isCloseTo(0.7746, within(1e-12));
    assertThat(law.shorterShare(100)).isCloseTo(0.24, within(1e-12));
    assertThat(law.shorterShare(256)).isZero();
    assertThat(new RunTimeLaw(SHORTER, LONGER, 0.5, 0.78).shorterShare(1)).isEqualTo(1);
  }

  @Test
  void logarithmsOfRunTimesAreGammaUpToTwelve() {
    var law = new RunTimeLaw(new GammaLaw(20, 0.5), LONGER, 0, 1);
    var draws = law.draws(SEEDS.generator("run", 0));
    var logarithms = new double[MANY];
    Arrays.setAll(logarithms, at -> StrictMath.log((double) draws.seconds(1)));

    var gamma = new GammaLaw(20, 0.5).distribution();
    double below = gamma.cumulativeProbability(12);
    assertThat(Arrays.stream(logarithms).max().orElseThrow()).isLessThanOrEqualTo(12);
    for (double at = 7; at < 12; at += 0.5) {
      double bound = at;
      double share = Arrays.stream(logarithms).filter(each -> each <= bound).count();
      assertThat(share / MANY).isCloseTo(gamma.cumulativeProbability(at) / below, within(0.012));
    }
  }

  // --- arrivals

  @Test
  void weightsAreThoseOfTheGammaDistributionFromFiveInTheMorningOn() {
    var cycle = new GammaLaw(8.1737, 3.9631);
    var weights = new ArrivalLaw(new GammaLaw(10.2303, 0.4871), 1.0225, cycle).weights();

    var gamma = cycle.distribution();
    double whole = gamma.cumulativeProbability(58.5) - gamma.cumulativeProbability(10.5);
    assertThat(weights).hasSize(48);
    assertThat(Arrays.stream(weights).average().orElseThrow()).isCloseTo(1, within(1e-12));
    for (int i = 11; i <= 58; i++) {
      double weight = gamma.cumulativeProbability(i + 0.5) - gamma.cumulativeProbability(i - 0.5);
      assertThat(weights[(i - 1) % 48]).isCloseTo(48 * weight / whole, within(1e-9));
    }
    assertThat(weights[10]).isEqualTo(Arrays.stream(weights).min().orElseThrow());
    assertThat(weights[28]).isGreaterThan(1.8);
  }

  @Test
  void aGapTakesAsManyPointsAsTheHalfHoursWeigh() {
    var weights = new double[48];
    Arrays.fill(weights, 1);
    weights[1] = 2;
    weights[2] = 0.5;
    double point = StrictMath.log(1800);
    var gaps = new ArrayList<>(List.of(point - StrictMath.log(2), point, point, point));
    var clock = new ArrivalClock(weights, () -> gaps.remove(0));

    // 0.5 points are half of the first half hour; 1.5 points are a quarter of the second half hour;
    // 2.5 points are three quarters of it; 3.5 points are the end of the third half hour
    assertThat(clock.next()).isCloseTo(900, within(1e-6));
    assertThat(clock.next()).isCloseTo(1800 + 450, within(1e-6));
    assertThat(clock.next()).isCloseTo(1800 + 1350, within(1e-6));
    assertThat(clock.next()).isCloseTo(3 * 1800, within(1e-6));
  }

  @Test
  void arrivalsOfOneDayFollowItsWeights() {
    var law = new ArrivalLaw(new GammaLaw(17.0, 0.307), 1, new GammaLaw(7.256, 4.081));
    var clock = law.clock(SEEDS.generator("arrivals", 0));
    var counts = new double[48];
    for (int job = 0; job < 10 * MANY; job++) {
      counts[(int) (clock.next() / 1800) % 48]++;
    }

    var weights = law.weights();
    for (int bucket = 0; bucket < 48; bucket++) {
      assertThat(counts[bucket] * 48 / (10 * MANY)).isCloseTo(weights[bucket], within(0.12));
    }
  }

  @Test
  void lawsThatWouldHardlyDrawAnythingAreRefused() {
    var usual = new GammaLaw(8, 4);

    assertThatThrownBy(() -> new GammaLaw(0, 1)).hasMessageContaining("shape");
    assertThatThrownBy(() -> new GammaLaw(1, Double.POSITIVE_INFINITY))
        .hasMessageContaining("scale");
    assertThatThrownBy(() -> new RunTimeLaw(new GammaLaw(50, 1), LONGER, 0, 1))
        .hasMessageContaining("at most 12.0");
    assertThatThrownBy(() -> new RunTimeLaw(SHORTER, LONGER, Double.NaN, 1))
        .hasMessageContaining("pa and pb");
    assertThatThrownBy(() -> new ArrivalLaw(SHORTER, 5, usual)).hasMessageContaining("13.0");
    assertThatThrownBy(() -> new ArrivalLaw(SHORTER, 0, usual)).hasMessageContaining("shape");
    assertThatThrownBy(() -> new ArrivalLaw(SHORTER, 1, new GammaLaw(4000, 0.01)))
        .hasMessageContaining("weight");
  }

  // --- settings

  @ParameterizedTest
  @EnumSource(LublinSetting.class)
  void aSettingFitsEveryMachineFromItsLeastOn(LublinSetting setting) {
    int least = setting.leastProcessors();

    IntStream.rangeClosed(least, 3000).forEach(setting::laws);
    assertThat(setting.laws(LublinSetting.MOST_PROCESSORS)).isNotEmpty();
    assertThatThrownBy(() -> setting.laws(least - 1)).hasMessageContaining("must be " + least);
    assertThatThrownBy(() -> setting.lawsFor(least - 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> setting.laws(LublinSetting.MOST_PROCESSORS + 1))
        .hasMessageContaining("but are 1048577");
  }

  @Test
  void onAMachineOfThePublishedSizeTheSizesAreThePublishedOnes() {
    var types = LublinSetting.TYPES.laws(128);
    var any = LublinSetting.DEFAULT.laws(128).get(0).sizes();

    assertThat(any).isEqualTo(new SizeLaw(0.244, 0.576, 0.8, 4.5, 7, 0.86, 128));
    assertThat(types.get(0).sizes()).isEqualTo(new SizeLaw(0.2927, 0.6686, 1.2, 5, 7, 0.875, 128));
    assertThat(types.get(1).sizes()).isEqualTo(new SizeLaw(0.1541, 0.625, 1, 3, 5.5, 0.705, 128));
    assertThat(LublinSetting.DEFAULT.laws(256).get(0).sizes().medium()).isEqualTo(5.5);
    assertThat(LublinSetting.LANL_CM5.laws(1024).get(0).sizes())
        .isEqualTo(new SizeLaw(0, 1, 4.5, 7, 10, 0.82, 1024));
  }

  private static List<Integer> sizes(SizeLaw law) {
    var random = SEEDS.generator("sizes", 0);
    return IntStream.range(0, MANY).mapToObj(job -> law.draw(random)).toList();
  }

  private static double share(List<Integer> sizes, int least, int most) {
    return sizes.stream().filter(size -> size >= least && size <= most).count() / (double) MANY;
  }
}
