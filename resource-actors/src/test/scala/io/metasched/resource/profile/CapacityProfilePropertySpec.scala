package io.metasched.resource.profile

import io.metasched.resource.fixture.DomainProperties
import org.scalacheck.Gen

final class CapacityProfilePropertySpec extends DomainProperties {

  private val capacity = 5
  private val last = 60

  private val holds = Gen.listOfN(
    30,
    for {
      from <- Gen.choose(0L, 40L)
      length <- Gen.choose(1L, 12L)
      processors <- Gen.choose(1, capacity)
      released <- Gen.oneOf(true, false)
    } yield (from, length, processors, released)
  )

  "A capacity profile" should {

    "be what its twin of single ticks is, whatever is held and released" in forAll(holds) { holds =>
      val profile = new CapacityProfile(0, capacity)
      val twin = Array.fill(last * 20)(capacity)

      for ((from, length, processors, released) <- holds) {
        val start = profile.earliestStart(from, length, processors)
        start shouldBe Iterator.from(from.toInt).find(t => (t until t + length.toInt).forall(twin(_) >= processors)).get

        profile.hold(start, start + length, processors)
        (start until start + length).foreach(t => twin(t.toInt) -= processors)
        if (released) {
          profile.release(start, start + length, processors)
          (start until start + length).foreach(t => twin(t.toInt) += processors)
        }

        twin.indices.map(t => profile.freeAt(t.toLong)) shouldBe twin.toIndexedSeq
        // an entry only where the number changes
        profile.size shouldBe 1 + twin.indices.tail.count(t => twin(t) != twin(t - 1))
      }
    }

    "know as much after the past is forgotten" in forAll(holds, Gen.choose(0L, 80L)) { (holds, tick) =>
      val profile = new CapacityProfile(0, capacity)
      for ((from, length, processors, _) <- holds) {
        val start = profile.earliestStart(from, length, processors)
        profile.hold(start, start + length, processors)
      }
      val before = (tick to 400L).map(profile.freeAt)

      profile.forgetBefore(tick)

      (tick to 400L).map(profile.freeAt) shouldBe before
      profile.start shouldBe tick
    }

    "refuse to hold what is not free, and stay as it is" in {
      val profile = new CapacityProfile(0, capacity)
      profile.hold(10, 20, 3)

      an[IllegalArgumentException] should be thrownBy profile.hold(5, 11, 3)

      (0L to 30L).map(profile.freeAt) shouldBe (0L to 30L).map(t => if (t >= 10 && t < 20) 2 else 5)
      profile.earliestStart(0, 100, capacity + 1) shouldBe -1
    }
  }
}
