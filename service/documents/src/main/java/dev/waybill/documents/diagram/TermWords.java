package dev.waybill.documents.diagram;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// The words of a text that may be terms: long enough, and not common in every text.
final class TermWords {

  private static final Pattern WORD = Pattern.compile("\\p{L}[\\p{L}\\p{M}\\p{N}]*");
  private static final Pattern SINGULAR = Pattern.compile("(ss|us|is)$");
  private static final int SHORTEST = 3;
  private static final int LONGEST = 40;

  private static final Set<String> STOP_WORDS =
      Set.copyOf(
          List.of(
              """
              about above across after again against all almost along already also although always among and
              another any anyone anything are around because been before being below between both but came
              can cannot come could did does doing done down during each either else enough even ever every
              everything far few first following for from further gave get gets give given goes going had
              has have having her here hers herself him himself his how however http https into its itself
              just kept last later least less let like made make makes many may maybe might more most much
              must need needs neither never new next nor not nothing now off often old once one ones only
              onto other others our ours out over own per perhaps put rather said same say says see seen
              several shall she should since some something still such take taken than that the their
              theirs them themselves then there these they thing things this those though three through
              thus together too took toward two under until upon use used uses using very via want was way
              well went were what whatever when where whether which while who whole whom whose why will
              with within without would www yes yet you your yours
              aber als auch auf aus bei das dass dem den der des die ein eine einem einen einer eines er
              für hat ich ihr ist mit nach nicht noch nur oder sich sie sind über und uns von war wenn
              werden wie wir wird zu zum zur
              avec ces cette dans des elle est les leur mais nous par pas plus pour que qui sont sur une vous
              """
                  .strip()
                  .split("\\s+")));

  private TermWords() {}

  /// @param stem the same for the singular and the plural of a word
  record Word(String form, String stem) {}

  static List<Word> of(String text) {
    return WORD.matcher(text.toLowerCase(Locale.ROOT))
        .results()
        .map(found -> found.group())
        .filter(TermWords::isTerm)
        .map(word -> new Word(word, stem(word)))
        .toList();
  }

  private static boolean isTerm(String word) {
    return word.length() >= SHORTEST && word.length() <= LONGEST && !STOP_WORDS.contains(word);
  }

  /// The singular of most English nouns.
  private static String stem(String word) {
    if (word.endsWith("ies") && word.length() > 4) {
      return word.substring(0, word.length() - 3) + 'y';
    }
    boolean plural = word.length() > 3 && word.endsWith("s") && !SINGULAR.matcher(word).find();
    return plural ? word.substring(0, word.length() - 1) : word;
  }
}
