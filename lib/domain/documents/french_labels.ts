/** The French labels of papers in both languages. */
import type { LabelTarget } from "./fields.ts";

/** By the field that each one stands for; one that stands for two says which beside its English part alone. */
export const FRENCH_LABELS: Readonly<Partial<Record<LabelTarget, readonly string[]>>> = {
  name: ["Nom", "Nom complet", "Nom du demandeur", "Nom de l'emprunteur", "Demandeur", "Emprunteur", "Nom du client"],
  firstName: ["Prénom", "Prénoms"],
  lastName: ["Nom", "Nom de famille"],
  DOB: ["Date de naissance", "Né le", "Née le"],
  phone: ["Téléphone", "Numéro de téléphone", "Tél.", "Téléphone à domicile", "Cellulaire", "Téléphone cellulaire"],
  address: ["Adresse", "Adresse de la propriété", "Adresse municipale", "Adresse civique", "Propriété visée"],
  city: ["Ville", "Municipalité"],
  postal: ["Code postal"],
  propertyType: ["Type de propriété", "Genre de propriété", "Type d'habitation", "Type d'immeuble", "Type de bâtiment"],
  ownerOccupied: ["Occupé par le propriétaire", "Occupation", "Occupant"],
  propertyTax: ["Impôt foncier", "Impôts fonciers", "Taxe foncière", "Taxes foncières", "Taxes municipales"],
  firstOrSecond: ["Type d'hypothèque", "Type de prêt hypothécaire", "Rang de l'hypothèque", "Rang hypothécaire"],
  newLoanAmount: ["Montant du prêt", "Montant du prêt demandé", "Montant demandé", "Montant de l'hypothèque"],
  useOfProceeds: ["But du prêt", "Objet du prêt", "Raison du prêt", "Utilisation des fonds"],
  broker_fee: ["Frais de courtage", "Frais du courtier", "Honoraires du courtier"],
  estClosingDate: ["Date de clôture", "Date de clôture prévue", "Date de financement"],
  marritalStatus: ["État civil", "État matrimonial"],
  coApplicant: ["Codemandeur", "Coemprunteur", "Nom du codemandeur", "Nom du coemprunteur"],
  employer: ["Employeur", "Nom de l'employeur", "Employeur actuel"],
  sector: ["Secteur", "Secteur d'activité", "Industrie"],
  yoe: ["Années d'emploi", "Années de service", "Ancienneté", "Durée de l'emploi"],
  typeOfIncome: ["Type de revenu", "Genre de revenu", "Type d'emploi"],
  primaryIncome: ["Revenu", "Revenu annuel", "Revenu annuel brut", "Revenu brut annuel"],
  secondaryIncome: ["Revenu du codemandeur", "Revenu du conjoint"],
  otherIncome: ["Autre revenu", "Autres revenus"],
  creditScore: ["Cote de crédit", "Pointage de crédit", "Pointage"],
  total_other_credits: ["Total des dettes", "Total du passif", "Total des soldes", "Solde total"],
  debtInArrears: ["Montant en souffrance", "Total en souffrance", "Arriérés"],
  judgeExec: ["Jugements"],
  appraisedValue: ["Valeur estimative", "Valeur estimée", "Valeur marchande", "Valeur d'expertise"],
  homePurPrice: ["Prix d'achat", "Prix d'achat initial"],
  firstMortgage: ["Première hypothèque", "Solde de la première hypothèque", "Solde hypothécaire"],
  firstMortgageLender: ["Prêteur", "Prêteur actuel", "Prêteur hypothécaire", "Créancier hypothécaire"],
  mrtgType: ["Type de taux"],
  maturesIn: ["Date d'échéance", "Échéance", "Date de renouvellement"],
  mortgageMonthlyPayment: ["Paiement hypothécaire", "Versement hypothécaire", "Paiement mensuel", "Versement mensuel"],
  utilities: ["Services publics"],
};

/** Labels without a form field, as those in English. */
export const FRENCH_OTHERS = [
  "Profession|Poste|Emploi actuel|Courriel|Province|Pays|Langue|NAS|Numéro d'assurance sociale|Sexe|Citoyenneté",
  "Solde|Versement|Paiement|Terme|Durée|Amortissement|Taux|Taux d'intérêt|Revenu mensuel|Courtier|Agence|Notaire",
  "Deuxième hypothèque|Adresse précédente|Adresse de l'employeur|Actif|Passif|Valeur nette|Mise de fonds|Personnes à charge",
].flatMap((line) => line.split("|"));

/** Headings about somebody or something else, and headings that end those sections. */
export const FRENCH_ELSEWHERE = [
  "Renseignements sur le codemandeur|Renseignements sur le coemprunteur|Deuxième demandeur|Garant|Caution",
  "Demandeur 2|Emprunteur 2|Autres propriétés|Autre propriété|Autres biens immobiliers|Emploi précédent",
  "Employeur précédent|Ventes comparables|Comparables",
].flatMap((line) => line.split("|"));
export const FRENCH_HERE = [
  "Renseignements sur le demandeur|Renseignements sur l'emprunteur|Renseignements personnels|Demandeur 1|Emprunteur 1",
  "Propriété|Renseignements sur la propriété|Détails du prêt|Demande de prêt|Prêt|Emploi|Renseignements sur l'emploi",
  "Hypothèque existante|Hypothèques existantes|Sommaire",
].flatMap((line) => line.split("|"));
