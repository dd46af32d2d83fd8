package io.metasched.resource.fanout

import io.metasched.resource.fixture.Draws
import scala.jdk.CollectionConverters._
import scala.util.Random

import io.metasched.resource.fixture.{DomainProperties, DomainSessions, Environments, SearchProblem}
import io.metasched.resource.model.{Criterion, Slot, Span, Window, WindowRequest}
import io.metasched.resource.search.SearchFamily
import io.metasched.resource.slots.{SlotTable, SlotView}
import org.scalacheck.Gen

/** View of domains, and a table of the same slots that gets the same operations. */
final private case class Twins(fanned: SlotView, table: SlotView, taken: List[Slot])

final class DistributedSlotViewPropertySpec extends DomainProperties {

  private val problems =
    Gen.frequency(
      2 -> Environments.small,
      4 -> Environments.crowded,
      1 -> Environments.balanced,
      1 -> Environments.middling
    )
  private val counts = Gen.choose(1, 6)
  private val spares = Gen.oneOf(0, 1, 3, 32)
  private val never = Double.PositiveInfinity
  private val fractions = Gen.oneOf(0.0, 0.5, 2.0, never, never, never)
  private val exact = SearchFamily.exact(1000)

  "A view of domains" should {
    "find the same windows as one table, after windows are taken and given back, and in copies" in
      forAll(problems, counts, spares, fractions, Gen.long, minSuccessful(Draws.of(1500))) {
        (problem, domains, spare, fraction, seed) =>
          val slots = DomainSessions.dealt(problem.slots.asJava, domains, seed)
          val sessions = new DomainSessions(slots, fraction)
          val fanned = new DistributedSlotView(sessions, DomainSessions.nodes(slots), List.empty[Slot].asJava, spare)

          var searches = 0
          doAtRandom(Twins(fanned, new SlotTable(slots), Nil), problem, new Random(seed)) {
            (twins, request, criterion) =>
              searches += 1
              exact.find(twins.fanned, request, criterion) shouldBe exact.find(twins.table, request, criterion)
          }

          sessions.rounds should be <= searches
          sessions.mostQuestions should be <= searches
          if (fraction == 0) sessions.mostQuestions should be <= 1
      }

    "contain all slots" in forAll(problems, counts, spares, fractions, Gen.long) {
      (problem, domains, spare, fraction, seed) =>
        val slots = DomainSessions.dealt(problem.slots.asJava, domains, seed)
        val sessions = new DomainSessions(slots, fraction)
        val fanned = new DistributedSlotView(sessions, DomainSessions.nodes(slots), List.empty[Slot].asJava, spare)

        doAtRandom(Twins(fanned, new SlotTable(slots), Nil), problem, new Random(seed)) { (twins, _, _) =>
          if (seed % 2 == 0) twins.fanned.whole.slots shouldBe twins.table.whole.slots
          else twins.fanned.copy().whole.slots shouldBe twins.table.whole.slots
        }
    }
  }

  /** Takes windows, gives some of them back, and switches between copies; checks after each step.
    */
  private def doAtRandom(start: Twins, problem: SearchProblem, random: Random)(
      look: (Twins, WindowRequest, Criterion) => Unit
  ): Unit = {
    val criteria = Criterion.values
    val requests = Vector.tabulate(3)(i => if (i == 0) problem.request else varied(problem, random))
    var branches = Vector(start)
    for (_ <- 1 to 12) {
      val at = random.nextInt(branches.size)
      val twins = branches(at)
      val request = requests(random.nextInt(3))
      val criterion = if (random.nextInt(3) == 0) criteria(random.nextInt(criteria.length)) else Criterion.START
      look(twins, request, criterion)
      val found = exact.find(twins.table, request, criterion).window
      random.nextInt(6) match {
        case 0 => branches = branches :+ Twins(twins.fanned.copy(), twins.table.copy(), twins.taken)
        case 1 if twins.taken.nonEmpty =>
          val slot = twins.taken(random.nextInt(twins.taken.size))
          val back = part(slot, random)
          twins.fanned.giveBack(List(back).asJava)
          twins.table.giveBack(List(back).asJava)
          branches = branches.updated(at, twins.copy(taken = twins.taken.filterNot(_ == slot)))
        case _ if found.isPresent =>
          twins.fanned.subtract(found.get)
          twins.table.subtract(found.get)
          branches = branches.updated(at, twins.copy(taken = slotsOf(found.get, twins) ++ twins.taken))
          val later = request.notBefore(found.get.start)
          if (random.nextBoolean()) look(twins, later, criterion)
        case _ =>
      }
    }
  }

  private def varied(problem: SearchProblem, random: Random): WindowRequest =
    problem.request.between(random.nextInt(6).toLong, problem.request.deadline)

  /** Returns a prefix of the slot, in a few cases at a higher price. */
  private def part(slot: Slot, random: Random): Slot = {
    val end = slot.span.start + 1 + random.nextLong(slot.span.lengthTicks)
    new Slot(slot.node, new Span(slot.span.start, end), slot.priceMilli + (if (random.nextInt(4) == 0) 50 else 0))
  }

  private def slotsOf(window: Window, twins: Twins): List[Slot] = {
    val nodes = twins.table.whole.offers
    val nodeOf = (0 until nodes.size).map(nodes.node).map(node => node.id -> node).toMap
    window.parts.asScala.map(part => new Slot(nodeOf(part.node), part.span, part.priceMilli)).toList
  }
}
