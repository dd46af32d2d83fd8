package io.metasched.resource.slots

import scala.jdk.CollectionConverters._
import scala.util.Random

import io.metasched.resource.fixture.{DomainProperties, Environments}
import io.metasched.resource.model.{Node, Part, Slot, Span, Window}
import org.scalacheck.Gen

final class SlotTablePropertySpec extends DomainProperties {

  private val environments = Gen.oneOf(Environments.small, Environments.crowded).map(_.slots)

  "A table of slots" should {

    "stay sorted and disjoint, and conserve time, when time is taken and given back" in
      forAll(environments, Gen.long) { (slots, seed) =>
        val random = new Random(seed)
        val table = new SlotTable(slots.asJava)
        var taken = List.empty[Slot]

        for (_ <- 1 to 30) {
          val lineage = table.lineage
          val vacant = table.slots
          if (taken.nonEmpty && (vacant.isEmpty || random.nextInt(3) == 0)) {
            val back = taken(random.nextInt(taken.size))
            taken = taken.diff(List(back))
            table.giveBack(back)
            table.lineage should not be lineage
          } else {
            val piece = pieceOf(vacant.get(random.nextInt(vacant.size)), random)
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

    "have current slots and ends of vacancy of each offer, separately in each copy" in
      forAll(environments, Gen.long) { (slots, seed) =>
        val random = new Random(seed)
        val first = new SlotTable(slots.asJava).copy()
        var taken = List.empty[Slot]
        for (_ <- 1 to 20) {
          val table = if (random.nextBoolean()) first else first.copy()
          val vacant = table.slots
          if (taken.nonEmpty && random.nextInt(3) == 0) {
            table.giveBack(taken.head)
            if (table eq first) taken = taken.tail
          } else if (!vacant.isEmpty) {
            val piece = pieceOf(vacant.get(random.nextInt(vacant.size)), random)
            table.subtract(windowOf(piece))
            if (table eq first) taken = piece :: taken
          }

          for (one <- Seq(table, first)) requireByOffer(one, random)
        }
      }

    "be unchanged after all taken time is given back" in forAll(environments, Gen.long) { (slots, seed) =>
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

    "equal a list of slots after many slots are taken and given back" in {
      val random = new Random(1)
      val nodes = (0 until 40).map(id => Node.of(id, 1, 1000))
      val all = for { node <- nodes; i <- 0 until 50 } yield new Slot(node, new Span(100L * i, 100L * i + 60), 1000)
      val table = new SlotTable(all.asJava)
      var naive = all.toSet
      var taken = List.empty[Slot]

      for (step <- 1 to 5000) {
        if (taken.nonEmpty && random.nextInt(4) == 0) {
          val back = taken.head
          taken = taken.tail
          table.giveBack(back)
          val touching = naive.filter(s => s.node == back.node && touches(s.span, back.span))
          val joined =
            touching.foldLeft(back.span)((one, s) => new Span(one.start.min(s.span.start), one.end.max(s.span.end)))
          naive = naive -- touching + new Slot(back.node, joined, back.priceMilli)
        } else {
          val slot = table.slots.get(random.nextInt(naive.size))
          val piece = pieceOf(slot, random)
          taken = random.shuffle(piece :: taken.take(40))
          table.subtract(windowOf(piece))
          val rests = List((slot.span.start, piece.span.start), (piece.span.end, slot.span.end))
          naive = naive - slot ++ rests.collect {
            case (from, to) if from < to =>
              new Slot(slot.node, new Span(from, to), slot.priceMilli)
          }
        }
        if (step % 100 == 0)
          table.slots shouldBe naive.toList.sorted(Ordering.comparatorToOrdering(Slot.BY_START)).asJava
      }
    }

    "list slots in the same order for any given order" in forAll(environments, Gen.long) { (slots, seed) =>
      val shuffled = new SlotTable(new Random(seed).shuffle(slots).asJava)

      shuffled.slots shouldBe new SlotTable(slots.asJava).slots
    }

    "list many slots as a list does, and number their offers" in {
      val random = new Random(7)
      for (nodes <- List(20, 150, 900); unit <- List(1L, 1L << 21, 1L << 58)) {
        val slots = random.shuffle(for (id <- 0 until nodes; i <- 0 until 8 if random.nextInt(3) > 0) yield {
          val start = unit * (4 * i + random.nextInt(3))
          new Slot(Node.of(1000 + 7 * id, 1, 1000), new Span(start, start + unit), 500L + random.nextInt(2))
        })

        val table = new SlotTable(slots.asJava)

        table.slots shouldBe slots.sorted(Ordering.comparatorToOrdering(Slot.BY_START)).asJava
        val offers = slots.map(slot => (slot.node.id, slot.priceMilli)).distinct.sorted
        slots.map(table.offers.numberOf) shouldBe slots.map(slot => offers.indexOf((slot.node.id, slot.priceMilli)))
        table.slots.asScala.indices.map(table.offer) shouldBe table.slots.asScala.map(table.offers.numberOf)
      }
    }
  }

  private def requireByOffer(table: SlotTable, random: Random): Unit = {
    val all = table.slots.asScala
    val end = if (all.isEmpty) 1L else all.map(_.span.end).max
    for (offer <- 0 until table.offers.size) {
      val own = all.filter(slot => table.offers.numberOf(slot) == offer).map(_.span)
      (0 until table.slotsOf(offer)).map(i => new Span(table.startOf(offer, i), table.endOf(offer, i))) shouldBe own
      for (tick <- Seq(0L, end, 2 * end, (random.nextDouble() * end).toLong) ++ own.map(_.start))
        table.vacantUntil(offer, tick) shouldBe
          own.find(span => span.start <= tick && tick < span.end).fold(tick)(_.end)
    }
  }

  private def pieceOf(slot: Slot, random: Random): Slot = {
    val start = slot.span.start + random.nextInt(slot.span.lengthTicks.toInt)
    val end = start + 1 + random.nextInt((slot.span.end - start).toInt)
    new Slot(slot.node, new Span(start, end), slot.priceMilli)
  }

  private def touches(one: Span, other: Span): Boolean = one.end == other.start || other.end == one.start

  private def windowOf(slot: Slot): Window =
    new Window(List(Part.on(slot.node, slot.span.start, slot.span.lengthTicks, slot.priceMilli)).asJava)

  private def ticksOf(slots: List[Slot]): List[(Int, Long, Long)] =
    for {
      slot <- slots
      tick <- slot.span.start until slot.span.end
    } yield (slot.node.id, tick, slot.priceMilli)
}
