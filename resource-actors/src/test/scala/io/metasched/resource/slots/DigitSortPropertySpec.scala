package io.metasched.resource.slots

import scala.util.Random

import io.metasched.resource.fixture.DomainProperties
import org.scalacheck.Gen

final class DigitSortPropertySpec extends DomainProperties {

  private val sizes = Gen.oneOf(Gen.choose(0, 100), Gen.oneOf(63, 64, 1023, 1024, 3000))

  "A radix sort" should {

    "sort numbers whose low bits ascend by all their bits" in
      forAll(sizes, Gen.choose(12, 20), Gen.choose(0, 43), Gen.long) { (size, lowBits, highBits, seed) =>
        val random = new Random(seed)
        val keys = Array.tabulate(size)(i => (random.nextLong() & ((1L << highBits) - 1)) << lowBits | i)

        DigitSort.sorted(keys.clone(), lowBits) shouldBe keys.sorted
      }
  }
}
