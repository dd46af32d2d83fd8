package io.metasched.simulation.system.cyclic.rule
import java.math.{BigDecimal => Decimal}

import scala.jdk.CollectionConverters._

import io.metasched.resource.fixture.Draws
import io.metasched.resource.model.JobId
import io.metasched.simulation.system.cyclic.rows.{LocalRow, PlacementRow, CyclicRun, CyclicRuns}
import io.metasched.simulation.system.cyclic.rows.fixture.RunText
import org.scalacheck.Gen
import org.scalatest.matchers.should.Matchers
import org.scalatest.wordspec.AnyWordSpec
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

final class CheckerPropertySpec extends AnyWordSpec with Matchers with ScalaCheckPropertyChecks {

  implicit override val generatorDrivenConfig: PropertyCheckConfiguration =
    PropertyCheckConfiguration(minSuccessful = Draws.of(100))

  private val file = "placements.csv"
  private val rows = Gen.oneOf(RunText.small().rows(file).asScala.toSeq)
  private val columns = Gen.oneOf("start", "end", "cost", "node")
  private val nearby = Gen.oneOf(Gen.choose(0, 6), Gen.choose(-5, 500))

  "The checker" should {

    "find a changed start, end, cost or node of a placement" in forAll(rows, columns, nearby) { (row, column, value) =>
      val at = Seq("job", "node", "start", "end", "cost").indexOf(column)
      whenever(row.split(",")(at) != value.toString) {
        violations(_.set(file, row, column, value.toString)) should not be empty
      }
    }

    "find a difference of one thousandth in a placement" in
      forAll(rows, Gen.oneOf("start", "end", "cost", "realEnd", "booked"), Gen.oneOf(-1, 1)) { (row, column, change) =>
        val names = "job,node,start,end,cost,price,realEnd,booked".split(",")
        val old = new Decimal(row.split(",")(names.indexOf(column)))
        val changed = old.add(Decimal.valueOf(change.toLong, 3)).stripTrailingZeros.toPlainString

        violations(_.set(file, row, column, changed)) should not be empty
      }

    "find a placement that is missing" in forAll(rows) { row =>
      violations(_.drop(file, row)) should not be empty
    }

    "find a placement that occurs twice" in forAll(rows) { row =>
      violations(_.twice(file, row)) should not be empty
    }

    "report the same violations for the same run, even if its rows are arbitrary" in forAll(CyclicRuns.any) { run =>
      Checker.check(run) shouldBe Checker.check(run)
    }

    "find overlaps if and only if a comparison of all pairs does" in forAll(
      placements,
      localJobs,
      minSuccessful(Draws.of(1000))
    ) { (booked, local) =>
      val run = onOneNode(booked, local)

      val found = Checker.check(run).asScala.exists(_.rule == "overlap")

      found shouldBe somePairOverlaps(booked, local)
    }
  }

  private lazy val sound = Checker.check(small).asScala

  private def violations(spoil: RunText => RunText) = {
    sound shouldBe empty
    Checker.check(spoil(RunText.small()).read()).asScala
  }

  private val placement = for {
    start <- Gen.choose(0L, 30L)
    length <- Gen.choose(1L, 8L)
    used <- Gen.choose(0L, length)
    booked <- Gen.choose(0L, start)
  } yield (start, start + length, start + used, booked)

  private lazy val placements = Gen.choose(0, 5).flatMap(Gen.listOfN(_, placement)).map {
    _.zipWithIndex.map { case ((start, end, realEnd, booked), i) =>
      new PlacementRow(JobId.of(i.toLong), 1, start, end, 0, 0, realEnd, booked)
    }
  }

  private val localJob = for {
    start <- Gen.choose(0L, 35L)
    length <- Gen.choose(1L, 4L)
    planned <- Gen.oneOf(true, false)
  } yield (start, length, planned)

  private lazy val localJobs = Gen.choose(0, 3).flatMap(Gen.listOfN(_, localJob)).map {
    _.zipWithIndex.map { case ((start, length, planned), i) =>
      new LocalRow(1, i.toLong, planned, start, start, length)
    }
  }

  private lazy val small = RunText.small().read()

  private def onOneNode(booked: List[PlacementRow], local: List[LocalRow]): CyclicRun =
    new CyclicRun(
      small.header,
      small.nodes,
      small.users,
      small.jobs,
      booked.asJava,
      local.asJava,
      small.payments,
      small.decisions,
      small.cycles,
      small.workflows
    )

  private def somePairOverlaps(booked: List[PlacementRow], local: List[LocalRow]): Boolean = {
    def meet(a: Long, aEnd: Long, b: Long, bEnd: Long) = a < bEnd && b < aEnd
    def follows(later: PlacementRow, earlier: PlacementRow) =
      later.bookedTick >= earlier.realEnd && later.start >= earlier.realEnd

    val jobs = booked.combinations(2).exists {
      case List(a, b) => meet(a.start, a.end, b.start, b.end) && !follows(a, b) && !follows(b, a)
      case _          => false
    }
    val locals = local.combinations(2).exists {
      case List(a, b) => meet(a.start, a.start + a.lengthTicks, b.start, b.start + b.lengthTicks)
      case _          => false
    }
    val mixed = booked.exists { job =>
      local.exists { own =>
        meet(job.start, job.end, own.start, own.start + own.lengthTicks) && (own.planned || own.start < job.realEnd)
      }
    }
    jobs || locals || mixed
  }
}
