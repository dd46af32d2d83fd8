package io.metasched.resource.slots

import scala.jdk.CollectionConverters._
import scala.util.Random

import io.metasched.resource.fixture.{DomainProperties, Environments}
import io.metasched.resource.model.{Part, Slot, Span, Window}
import org.scalacheck.Gen

final class SlotTablePropertySpec extends DomainProperties {

  private val environments = Gen.oneOf(Environments.small, Environments.crowded).map(_.slots)

  "A table of slots" should {

    "stay sorted and disjoint, and conserve time, as time is taken and given back" in
      forAll(environments, Gen.long) { (slots, seed) =>
        val random = new Random(seed)
        val table = new SlotTable(slots.asJava)
        var taken = List.empty[Slot]

        for (_ <- 1 to 30) {
          val lineage = table.lineage
          if (taken.nonEmpty && (table.size == 0 || random.nextInt(3) == 0)) {
            val back = taken(random.nextInt(taken.size))
            taken = taken.diff(List(back))
            table.giveBack(back)
            table.lineage should not be lineage
          } else {
            val piece = pieceOf(table.slot(random.nextInt(table.size)), random)
            taken = piece :: taken
            table.subtract(windowOf(piece))
            table.lineage shouldBe lineage
          }

          val left = table.slots.asScala.toList
          left shouldBe left.sorted(Ordering.comparatorToOrdering(Slot.BY_START))
          ticksOf(left).distinct should have size ticksOf(left).size.toLong
          (ticksOf(left) ++ ticksOf(taken)).sorted shouldBe ticksOf(slots).sorted
        }
      }

    "be as it was when all that was taken is given back" in forAll(environments, Gen.long) { (slots, seed) =>
      val random = new Random(seed)
      val table = new SlotTable(slots.asJava)
      val joined = slots.foldLeft(new SlotTable(List.empty[Slot].asJava)) { (table, slot) =>
        table.giveBack(slot)
        table
      }

      val whole = table.slots.asScala.toList
      for (slot <- whole) table.subtract(windowOf(slot))
      for (slot <- random.shuffle(whole)) table.giveBack(slot)

      table.slots shouldBe joined.slots
    }

    "list the slots alike, in whatever order they come" in forAll(environments, Gen.long) { (slots, seed) =>
      val shuffled = new SlotTable(new Random(seed).shuffle(slots).asJava)

      shuffled.slots shouldBe new SlotTable(slots.asJava).slots
    }
  }

  private def pieceOf(slot: Slot, random: Random): Slot = {
    val start = slot.span.start + random.nextInt(slot.span.lengthTicks.toInt)
    val end = start + 1 + random.nextInt((slot.span.end - start).toInt)
    new Slot(slot.node, new Span(start, end), slot.priceMilli)
  }

  private def windowOf(slot: Slot): Window =
    new Window(List(Part.on(slot.node, slot.span.start, slot.span.lengthTicks, slot.priceMilli)).asJava)

  private def ticksOf(slots: List[Slot]): List[(Int, Long, Long)] =
    for {
      slot <- slots
      tick <- slot.span.start until slot.span.end
    } yield (slot.node.id, tick, slot.priceMilli)
}
