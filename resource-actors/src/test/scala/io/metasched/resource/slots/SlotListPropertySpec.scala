package io.metasched.resource.slots

import scala.jdk.CollectionConverters._

import io.metasched.resource.fixture.{DomainProperties, NaiveSlotList}
import io.metasched.resource.model.Span
import org.scalacheck.Gen

final class SlotListPropertySpec extends DomainProperties {

  private val spans = for {
    start <- Gen.choose(0L, 60L)
    length <- Gen.choose(1L, 15L)
  } yield Span.of(start, length)

  private val changes = Gen.listOfN(40, Gen.zip(Gen.oneOf("cut", "subtract", "give back", "forget"), spans))

  "A slot list" should {

    "equal its tick-by-tick twin after any changes" in forAll(changes) { changes =>
      val list = new SlotList
      val twin = new NaiveSlotList

      for ((change, span) <- changes) {
        val version = list.version
        val before = twin.spans
        apply(change, span, list, twin)

        list.spans shouldBe twin.spans
        list.version shouldBe version + (if (before == twin.spans || change == "forget") 0 else 1)
      }
    }

    "answer every query as its twin does" in forAll(changes, Gen.listOfN(10, spans)) { (changes, questions) =>
      val list = new SlotList
      val twin = new NaiveSlotList
      for ((change, span) <- changes) apply(change, span, list, twin)

      for (span <- questions) {
        list.covers(span) shouldBe twin.covers(span)
        list.within(span) shouldBe twin.within(span)
        list.earliestFit(span.start, span.lengthTicks) shouldBe twin.earliestFit(span.start, span.lengthTicks)
      }
    }

    "not be affected by changes of its copy" in forAll(changes, changes) { (before, after) =>
      val list = new SlotList
      val twin = new NaiveSlotList
      for ((change, span) <- before) apply(change, span, list, twin)
      val version = list.version

      val copy = list.copy
      val copyOfTwin = new NaiveSlotList
      twin.spans.asScala.foreach(copyOfTwin.giveBack)
      for ((change, span) <- after) apply(change, span, copy, copyOfTwin)

      list.spans shouldBe twin.spans
      list.version shouldBe version
      copy.spans shouldBe copyOfTwin.spans
    }
  }

  private def apply(change: String, span: Span, list: SlotList, twin: NaiveSlotList): Unit =
    change match {
      case "cut" if twin.covers(span) =>
        list.cut(span)
        twin.subtract(span)
      case "cut" => an[IllegalStateException] should be thrownBy list.cut(span)
      case "give back" if twin.touches(span) =>
        an[IllegalStateException] should be thrownBy list.giveBack(span)
      case "give back" =>
        list.giveBack(span)
        twin.giveBack(span)
      case "subtract" =>
        list.subtract(span)
        twin.subtract(span)
      case "forget" =>
        list.forgetBefore(span.start / 4)
        twin.forgetBefore(span.start / 4)
    }
}
